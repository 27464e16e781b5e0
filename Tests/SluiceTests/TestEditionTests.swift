import Sluice
import SluiceConformance
import SluiceSpies
import Testing

@Suite("The edition of a test")
struct TestEditionTests {
  /// The kit with a rule of a later edition that a source which sends 3 breaks.
  private static func rules(upTo edition: String?) throws -> TestRules {
    let newest = try Edition("2027.01")
    let rule = Rule.monitor(
      id: "later.no-three", statement: "no source sends 3", level: .must, edition: newest,
      rationale: "Three is too many.", underThreads: .counts, from: 0
    ) { _, entry in
      guard case .callbackBegan(_, let payload) = entry.event else { return .nothing }
      return payload == .value(.integer(3)) ? .broken(because: "the source sent 3") : .met
    }
    return try TestRules(upTo: edition, in: RuleBook(own: [rule]), newest: newest)
  }

  private static func sendsThree(_ stage: TestStage) {
    let source = FakeListener<Int>(on: stage)
    let reader = stage.read("reader", source.handmade())
    source.send(3)
    source.send(3)
    reader.expect(3)
    reader.expect(3)
    reader.cancel()
  }

  @Test("makes advice of a later rule, once, under each kind of schedules", arguments: [0, 3, -1])
  func advice(_ count: Int) throws {
    let tried = try simulate(
      schedules: count < 0 ? .all : .sampled(count),
      judgedBy: Self.rules(upTo: "2026.12"), Self.sendsThree)
    #expect(tried.advice.count == 1)
    let advice = try #require(tried.advice.first)
    let head = "later.no-three: the source sent 3\n at SluiceTests/TestEditionTests.swift:"
    #expect(advice.hasPrefix(head), "\(advice)")
    #expect(advice.hasSuffix("\n came with edition 2027.01; the gate has 2026.12"), "\(advice)")
  }

  @Test("counts the rule when it is the later one, and when none is named")
  func counts() throws {
    for edition in ["2027.01", nil] {
      let failure = #expect(throws: SimulationFailure.self) {
        try simulate(judgedBy: Self.rules(upTo: edition), Self.sendsThree)
      }
      #expect(failure?.rule == "later.no-three")
    }
  }

  @Test("is in the call that replays a failure")
  func again() throws {
    let failure = #expect(throws: SimulationFailure.self) {
      try simulate(schedules: 500, edition: "2026.12") { stage in
        let source = FakeListener<Int>(on: stage)
        let reader = stage.read("reader", source.handmade(.checksUnlocksAndAdds))
        stage.race { reader.cancel() }
      }
    }
    let schedule = try #require(failure?.schedule)
    let call = "again: simulate(schedule: \"\(schedule)\", edition: \"2026.12\") { … }"
    #expect(failure?.description.contains(call) == true, "\(failure?.description ?? "")")
  }

  @Test("that the kit does not have is an error", arguments: ["2026.1", "2026.11", "2036.12"])
  func unknown(_ edition: String) {
    #expect(throws: EditionError.self) { try simulate(edition: edition, Self.sendsThree) }
    #expect(throws: EditionError.self) {
      try simulate(schedule: "", edition: edition, Self.sendsThree)
    }
  }
}
