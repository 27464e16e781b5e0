import FaultyStreams
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("Faulty bridge")
struct FaultyBridgeTests {
  @Test("breaks each rule about publishers, and each is broken by two")
  func everyRule() {
    let counts = FaultyBridges.all.reduce(into: [String: Int]()) { counts, faulty in
      counts[faulty.rule, default: 0] += 1
    }
    for rule in Rule.catalogue where rule.group == "demand" {
      #expect(counts[rule.id, default: 0] >= 2, "\(rule.id)")
    }
  }

  @Test("names a rule that there is", arguments: FaultyBridges.all)
  func named(_ faulty: FaultyBridges.Entry) {
    #expect(Rule.named(faulty.rule) != nil)
  }

  @Test("is caught by its rule in a shipped case", arguments: cases)
  func caught(_ name: String, _ caseID: String) throws {
    let faulty = try #require(FaultyBridges.all.first { $0.subject.name == name })
    let result = try ShippedScenarios.result(of: name, in: caseID)
    #expect(result.failure?.rule == faulty.rule, "\(result.outcome)")
    for right in ["reference", "control-bridge"] {
      let result = try ShippedScenarios.result(of: right, in: caseID)
      #expect(result.failure?.message == nil, "\(right)")
      #expect(result.rules.first { $0.rule == faulty.rule }?.verdict == .held, "\(right)")
    }
  }

  @Test("that races is found by its rule under the default schedules", arguments: racing)
  func found(_ name: String, _ caseID: String) throws {
    let faulty = try #require(FaultyBridges.racing.first { $0.subject.name == name })
    let scenario = try #require(try ShippedScenarios.cases().first { $0.id == caseID })
    for seed in 0..<20 as Range<UInt64> {
      let runner = CaseRunner(products: ShippedGate.harness.products, subjectName: name)
      let cause = CaseExplorer(of: scenario, playedBy: runner, seed: seed)
        .firstFailure(ofSchedules: Exploration.defaultSchedules)
      #expect(cause == faulty.rule, "seed \(seed)")
    }
    for right in ["reference", "control-bridge"] {
      let runner = CaseRunner(products: ShippedGate.harness.products, subjectName: right)
      let result = CaseExplorer(of: scenario, playedBy: runner)
        .result(of: .sample(first: 1, count: 200))
      #expect(result.failure?.message == nil, "\(right)")
    }
  }

  @Test("that races has a case each")
  func everyRacing() {
    #expect(Set(Self.racing.map(\.0)) == Set(FaultyBridges.racing.map { $0.subject.name }))
  }

  /// Each bridge that races, with a case that shows it.
  private static let racing = [
    ("faulty-looks-before-it-hands", "demand/cancellation/races/a value races a cancel"),
    ("faulty-looks-before-it-waits", "demand/cancellation/races/a request races a cancel"),
    ("faulty-looks-before-it-finishes", "demand/cancellation/races/the end races a cancel"),
    (
      "faulty-looks-before-it-subscribes",
      "demand/cancellation/values/the start of a consumer of a publisher races its cancel"
    ),
    (
      "faulty-looks-before-it-asks",
      "demand/cancellation/values/a value of a publisher races the cancel"
    ),
  ]

  /// One faulty bridge for each rule, with a case in which its fault is the first that shows.
  private static let cases = [
    ("faulty-ignores-demand", "demand/cancellation/cancelling/a cancel while demand is awaited"),
    ("faulty-replaces-demand", "demand/cancellation/races/two requests race"),
    ("faulty-forgets-the-end", "demand/cancellation/races/a request races the end"),
    (
      "faulty-finishes-where-it-fails", "demand/unit/completion/a failure is the first that is told"
    ),
    (
      "faulty-finishes-after-cancel",
      "demand/cancellation/cancelling/a cancel while the sequence is awaited"
    ),
    ("faulty-leaves-its-waiter", "demand/cancellation/cancelling/a cancel while demand is awaited"),
    ("faulty-reads-ahead", "demand/cancellation/cancelling/a cancel while demand is awaited"),
    ("faulty-keeps-its-subscriber-at-the-end", "demand/cancellation/races/a request races the end"),
    (
      "faulty-subscribes-twice",
      "demand/cancellation/cancelling/a cancel while the sequence is awaited"
    ),
    ("faulty-finishes-twice", "demand/unit/completion/an empty sequence finishes"),
    (
      "faulty-shares-its-iterator",
      "demand/cancellation/races/two subscribers race for the first value"
    ),
    (
      "faulty-hands-over-in-tasks",
      "demand/unit/replies/a slow subscriber is told one value after the other"
    ),
    (
      "faulty-drains-in-request",
      "demand/unit/replies/forty values are asked for inside each other"
    ),
    (
      "faulty-asks-once-only",
      "demand/cancellation/values/a consumer that waits for a publisher is cancelled"
    ),
    (
      "faulty-asks-for-none-first",
      "demand/cancellation/values/a consumer that waits for a publisher is cancelled"
    ),
    (
      "faulty-ignores-a-second-subscription",
      "demand/integration/values/a second subscription is cancelled"
    ),
  ]
}
