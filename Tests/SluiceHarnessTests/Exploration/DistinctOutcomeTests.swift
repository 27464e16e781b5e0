import ShippedGate
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import Testing

@Suite("Distinct outcomes")
struct DistinctOutcomeTests {
  /// One consumer, three values, one cancel; what the consumer gets is different from run to run,
  /// so that no line can expect it, and a run in which it gets anything fails.
  private static let file = """
    format 1

    scenario "three values and a cancel race"
      timeline
        @0ms    S = listener.values()
                race listener.send(1)
                race listener.send(2)
                race listener.send(3)
                race cancel S
                expect S removed
                expect S ended

    """

  private static func found(isReduced: Bool) throws -> DistinctOutcomes {
    let harness = ShippedGate.harness
    let reader = ScenarioReader(registry: harness.registry)
    let result = reader.read(path: "Scenarios/listener/cancellation/race.scenario", text: file)
    let scenario = try #require(
      result.file?.scenarioCase(id: "listener/cancellation/race/three values and a cancel race"))
    let runner = CaseRunner(products: harness.products, subjectName: "reference")
    return CaseExplorer(of: scenario, playedBy: runner).distinctOutcomes(isReduced: isReduced)
  }

  @Test("are the same set for a reduced search, which finds them in fewer runs")
  func reduced() throws {
    let all = try Self.found(isReduced: false)
    let reduced = try Self.found(isReduced: true)
    #expect(all.isExhausted && reduced.isExhausted)
    #expect(reduced.outcomes == all.outcomes)
    #expect(reduced.runs < all.runs)
    // A run in which the consumer gets nothing before it is cancelled passes.
    #expect(0 < all.failures && all.failures < all.runs)
    #expect(all.outcomes.count > 16)
  }
}
