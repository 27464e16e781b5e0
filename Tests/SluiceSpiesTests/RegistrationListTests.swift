import SluiceSimulation
import SluiceSpies
import Testing

@Suite("List of registrations")
struct RegistrationListTests {
  @Test(
    "keeps its entries in the order in which they came, whoever is taken out",
    arguments: [3, 8, 9, 40, 500])
  func order(_ count: Int) throws {
    try withRegistrations(count) { registrations in
      var list = RegistrationList<Looked>()
      for registration in registrations { list.append(Looked(registration)) }
      var left = registrations.map { registration in registration.id }
      // From both ends and from the middle, and one of them comes again.
      for number in 0..<count {
        let id = left.remove(at: [0, left.count / 2, left.count - 1][number % 3])
        #expect(list.remove(id)?.registration.id == id)
        #expect(list.remove(id) == nil)
        #expect(list[id] == nil)
        if number == count / 2 {
          list.append(Looked(registrations[id.number - 1]))
          left.append(id)
        }
        #expect(list.map { entry in entry.registration.id } == left)
        #expect(list.count == left.count)
        for id in left { #expect(list[id]?.registration.id == id) }
      }
      #expect(list.count == 1)
    }
  }

  @Test("a walk goes on over what there was when it began")
  func walk() throws {
    try withRegistrations(20) { registrations in
      var list = RegistrationList<Looked>()
      for registration in registrations { list.append(Looked(registration)) }
      var seen = 0
      for entry in list {
        seen += 1
        list.remove(entry.registration.id)
      }
      #expect(seen == 20)
      #expect(list.count == 0)
    }
  }

  @Test("looks at as many entries for a call with ten thousand as with a hundred")
  func growth() throws {
    let looks = try [100, 1000, 10_000].map { count in try Self.looks(at: count) }
    for look in looks { #expect(look <= looks[0] + 1, "\(looks)") }
    #expect(looks[0] > 0)
  }

  /// How many entries are looked at for each of as many adds, finds and removes.
  private static func looks(at count: Int) throws -> Int {
    var looks = 0
    try withRegistrations(count) { registrations in
      var list = RegistrationList<Looked>()
      let tally = Tally()
      for registration in registrations { list.append(Looked(registration, tally)) }
      for registration in registrations { _ = list[registration.id] }
      for registration in registrations { list.remove(registration.id) }
      looks = tally.looks / count
    }
    return looks
  }
}

/// Counts how often somebody wants to know whose an entry is.
private final class Tally {
  var looks = 0
}

/// An entry that tells when it is looked at.
private struct Looked: Registered {
  private let own: SpyRegistration
  private let tally: Tally?

  init(_ registration: SpyRegistration, _ tally: Tally? = nil) {
    own = registration
    self.tally = tally
  }

  var registration: SpyRegistration {
    tally?.looks += 1
    return own
  }
}

private func withRegistrations(
  _ count: Int, _ body: ([SpyRegistration]) throws -> Void
) throws {
  try Simulation().perform { simulation in
    let spy = Spy(log: EventLog(of: simulation))
    try body((0..<count).map { _ in spy.addCalled() })
    _ = simulation.end()
  }
}
