import FakeListener
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Many listeners")
struct ListenerGrowthTests {
  /// How many looks at listeners the calls cost that are made for each of many.
  private struct Looks: CustomStringConvertible {
    var adding = 0
    var sending = 0
    var removing = 0
    /// One value, in whose callback each listener is removed.
    var removingMeanwhile = 0

    var all: [Int] { [adding, sending, removing, removingMeanwhile] }
    var description: String { "\(all)" }
  }

  /// What a source is asked to add, and what removes that again.
  private typealias Adding = (FakeListener<Int>, @escaping (Int?) -> Void) throws -> () -> Void

  private static func looks(_ count: Int, _ add: Adding) throws -> Looks {
    try Simulation().perform { simulation in
      let spy = Spy(log: EventLog(of: simulation))
      let source = FakeListener<Int>(in: simulation, spy: spy) { value in .integer(Int64(value)) }
      var values = 0
      var removes: [() -> Void] = []
      var looks = Looks()
      try looks.adding = steps {
        for _ in 0..<count { removes.append(try add(source) { _ in values += 1 }) }
      }
      try looks.sending = steps { source.send(1) }
      #expect(values == count)
      try looks.removing = steps { for remove in removes { remove() } }
      #expect(source.listenerCount == 0)
      removes = []
      for number in 0..<count { removes.append(try add(source) { _ in removes[number]() }) }
      try looks.removingMeanwhile = steps { source.send(2) }
      #expect(source.listenerCount == 0)
      simulation.end()
      return Looks(
        adding: looks.adding / count, sending: looks.sending / count,
        removing: looks.removing / count, removingMeanwhile: looks.removingMeanwhile / count)
    }
  }

  private static func steps(_ work: () throws -> Void) throws -> Int {
    var outcome = Result<Void, any Error>.success(())
    let steps = WorkCounter.steps { outcome = Result { try work() } }
    try outcome.get()
    return steps
  }

  private static func expectSame(_ add: Adding) throws {
    let looks = try [50, 500, 5000].map { count in try Self.looks(count, add) }
    #expect(looks[0].adding > 0 && looks[0].sending > 0)
    for (few, many) in zip(looks, looks.dropFirst()) {
      // A list in which some have been removed is closed up now and then.
      #expect(zip(few.all, many.all).allSatisfy { few, many in many <= few + 2 }, "\(looks)")
    }
  }

  @Test("with handles cost an add, a callback and a remove a few looks each, however many")
  func handles() throws {
    try Self.expectSame { source, told in
      let handle = source.addListener { value, _ in told(value) }
      return { handle.remove() }
    }
  }

  @Test("with tokens cost an add, a callback and a remove a few looks each, however many")
  func tokens() throws {
    try Self.expectSame { source, told in
      let token = source.addObserver(.value { value in told(value) })
      return { source.removeObserver(token) }
    }
  }

  @Test("with keys cost an add, a callback and a remove a few looks each, however many")
  func keys() throws {
    var number = 0
    try Self.expectSame { source, told in
      number += 1
      let key = "key \(number)"
      source.addListener(forKey: key) { value, _ in told(value) }
      return { source.removeListener(forKey: key) }
    }
  }
}
