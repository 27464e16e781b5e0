import FaultyStreams
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import Testing

@Suite("Control stream")
struct ControlStreamTests {
  /// In the usual order; `sluice selftest` plays them in others, and in random cases.
  @Test("is blamed by no case of the listener", arguments: ControlStreams.all)
  func innocent(_ control: Subject) throws {
    let runner = CaseRunner(products: ShippedGate.harness.products, subjectName: control.name)
    var judged = 0
    for scenario in try ShippedScenarios.cases()
    where scenario.place.product == "listener" && !scenario.tags.contains("traps") {
      let result = CaseExplorer(of: scenario, playedBy: runner).result()
      #expect(result.problem?.message == nil, "\(scenario.id)")
      if case .passed = result.outcome { judged += 1 }
    }
    #expect(judged > 150)
  }
}
