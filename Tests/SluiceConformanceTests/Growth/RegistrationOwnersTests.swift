import SluiceConformance
import SluiceSpies
import Testing

@Suite("Owners of registrations")
struct RegistrationOwnersTests {
  @Test("are those that the whole log tells, at each place of a thousand logs")
  func alike() {
    var generator = LogGenerator(random: SeededNumbers(seed: 20_261_125))
    var logs = 0
    while logs < 1_000 {
      let evidence = generator.log()
      let entries = evidence.entries
      // Each consumer makes one iterator, as in a log of the driver's.
      let consumers = evidence.consumers.map(\.id)
      let sequences = evidence.sequences.map(\.id)
      guard
        Set(consumers).count == consumers.count, Set(sequences).count == sequences.count
      else { continue }
      logs += 1
      for iterators in Traits.Iterators.allCases {
        var owners = RegistrationOwners()
        var index = LogIndex()
        for end in stride(from: 0, through: entries.count, by: 5) {
          index.extend(to: Array(entries.prefix(end)))
          for number in 0..<4 {
            let id = ConsumerID(number)
            let found = owners.registrations(of: id, in: index, iterators).map(\.addCalled)
            #expect(found == index.registrations(of: id, iterators).map(\.addCalled))
          }
        }
      }
    }
  }

  /// How many looks it takes for each of so many consumers to ask whether what it had is removed.
  private static func looks(_ count: Int) -> Int {
    let log = GrowingLog.all.first { log in
      log.description == "consumers that are cancelled while all wait"
    }
    guard let evidence = log?.evidence(count) else { return 0 }
    var owners = RegistrationOwners()
    let looks = WorkCounter.steps {
      for number in 1...count {
        let own = owners.registrations(
          of: ConsumerID(number), in: evidence.index, .independent)
        #expect(own.count == 1)
      }
    }
    return looks / count
  }

  @Test("are found with a few looks each, however many consumers there are")
  func growth() {
    let looks = [20, 100, 500].map { count in Self.looks(count) }
    #expect(looks.allSatisfy { looks in (1...20).contains(looks) }, "\(looks)")
  }
}
