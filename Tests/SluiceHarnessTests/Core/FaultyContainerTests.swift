import FaultyStreams
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import Testing

@Suite("Faulty container")
struct FaultyContainerTests {
  private static func run(_ subject: String, _ caseID: String) throws -> CaseResult {
    let scenario = try #require(
      try ShippedScenarios.cases().first { scenario in scenario.id == caseID }, "\(caseID)")
    let runner = CaseRunner(products: ShippedGate.harness.products, subjectName: subject)
    return CaseExplorer(of: scenario, playedBy: runner).result()
  }

  @Test("fails by the rule that names its fault, before any other", arguments: FaultyContainers.all)
  func caught(_ faulty: FaultyContainer) throws {
    let result = try Self.run(faulty.subject.name, faulty.caseID)
    #expect(result.problem?.rule == faulty.rule, "\(result.outcome)")
  }

  @Test("fails where right ones exercise the rule and hold it", arguments: FaultyContainers.all)
  func right(_ faulty: FaultyContainer) throws {
    for name in ["reference", FaultyContainers.control.name] {
      let result = try Self.run(name, faulty.caseID)
      #expect(result.problem?.message == nil, "\(name)")
      let verdict = result.rules.first { rule in rule.rule == faulty.rule }?.verdict
      #expect(verdict == .held, "\(name)")
    }
  }

  @Test("breaks each rule about containers, and each is broken by two")
  func everyRule() {
    let counts = FaultyContainers.all.reduce(into: [String: Int]()) { counts, faulty in
      counts[faulty.rule, default: 0] += 1
    }
    for rule in Rule.catalogue where rule.group == "container" {
      #expect(counts[rule.id, default: 0] >= 2, "\(rule.id)")
    }
  }
}
