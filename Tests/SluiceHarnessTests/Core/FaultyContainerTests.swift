import FaultyStreams
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceText
import Testing

@Suite("Faulty container")
struct FaultyContainerTests {
  @Test("fails by the rule that names its fault, before any other", arguments: FaultyContainers.all)
  func caught(_ faulty: FaultyContainer) throws {
    let result = try ShippedScenarios.result(of: faulty.subject.name, in: faulty.caseID)
    #expect(result.failure?.rule == faulty.rule, "\(result.outcome)")
  }

  @Test("fails where right ones exercise the rule and hold it", arguments: FaultyContainers.all)
  func right(_ faulty: FaultyContainer) throws {
    for name in ["reference", FaultyContainers.control.name] {
      let result = try ShippedScenarios.result(of: name, in: faulty.caseID)
      #expect(result.failure?.message == nil, "\(name)")
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
