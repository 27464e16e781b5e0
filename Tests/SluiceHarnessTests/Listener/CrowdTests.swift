import ShippedGate
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("Many values at one instant")
struct CrowdTests {
  private static func result(ofSending count: Int) throws -> CaseResult {
    let harness = ShippedGate.harness
    let text = """
      format 1

      scenario "a crowd"
        timeline
          @0ms    S = listener.values() lenient
          @1ms    listener.send-many(\(count))
          @2ms    cancel S
                  expect S removed

      """
    let result = ScenarioReader(registry: harness.registry)
      .read(path: "Scenarios/listener/unit/crowd.scenario", text: text)
    let scenario = try #require(result.file?.scenarioCase(id: "listener/unit/crowd/a crowd"))
    let runner = CaseRunner(products: harness.products, subjectName: "reference")
    return CaseExplorer(of: scenario, playedBy: runner).result()
  }

  @Test("are no supply without an end where there are fifty thousand of them")
  func finite() throws {
    #expect(try Self.result(ofSending: 50_000).failure?.message == nil)
  }

  @Test("are taken for one where there are more, and the limit is told")
  func endless() throws {
    let problem = try Self.result(ofSending: 50_001).failure
    #expect(problem?.kind == .limitReached)
    #expect(problem?.message == "'S' got more than 50000 answers at one instant")
  }
}
