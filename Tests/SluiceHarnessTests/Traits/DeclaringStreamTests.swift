import FaultyStreams
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("Stream that breaks what it declares")
struct DeclaringStreamTests {
  private static func cases(named name: String) throws -> [ScenarioCase] {
    try ShippedScenarios.cases().filter { scenario in
      scenario.place.product == "listener"
        && (scenario.name == name || scenario.name.hasPrefix(name + "/"))
    }
  }

  @Test(
    "is caught by its rule before any other, in a shipped case", arguments: DeclaringSubject.all)
  func caught(_ declaring: DeclaringSubject) throws {
    let runner = CaseRunner(
      products: ShippedGate.harness.products, subjectName: declaring.subject.name)
    let cases = try Self.cases(named: declaring.scenario)
    #expect(!cases.isEmpty, "there is no case '\(declaring.scenario)'")
    for scenario in cases {
      let result = CaseExplorer(of: scenario, playedBy: runner).result()
      #expect(result.failure?.cause == declaring.rule, "\(scenario.id): \(result.outcome)")
    }
  }

  @Test(
    "has a case that finds nothing wrong with a right stream of its kind",
    arguments: DeclaringSubject.all)
  func right(_ declaring: DeclaringSubject) throws {
    for scenario in try Self.cases(named: declaring.scenario) {
      let played = ControlStreams.all.contains { control in
        let runner = CaseRunner(
          products: ShippedGate.harness.products, subjectName: control.name)
        guard runner.reasonToSkip(scenario) == nil else { return false }
        return CaseExplorer(of: scenario, playedBy: runner).result().failure == nil
      }
      #expect(played, "\(scenario.id)")
    }
  }
}
