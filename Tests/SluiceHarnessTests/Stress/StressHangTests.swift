import Foundation
import ShippedGate
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import Testing

@Suite("Hang on real threads")
struct StressHangTests {
  /// A stream that lets go of its listener inside the callback of the end, and blocks there.
  @Test("is told with the line that has not come back, and no object is blamed for it")
  func blockedCallback() async throws {
    let harness = ShippedGate.harness
    let file = ScenarioReader(registry: harness.registry)
      .read(path: SmallScenarios.path, text: SmallScenarios.file).file
    let scenario = try #require(
      file?.cases.first { scenario in scenario.id.hasSuffix("/the source ends") })
    var patience = StressPatience()
    // Enough for a busy machine: it decides which of two hangs is told.
    patience.ending = .seconds(5)
    let start = ContinuousClock.now
    let runner = StressRunner(
      products: harness.products, subjectName: "faulty-waits-for-a-semaphore", level: .should,
      patience: patience
    ) { seed, _ in RealThreads(seed: seed) { start.duration(to: .now) } }
    // On a thread of its own: none of the pool's may wait.
    let result = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let stressed = runner.run(
          scenario, rounds: 1, seed: 0, again: { _ in "" }, progress: { _ in })
        continuation.resume(returning: stressed.result)
      }
    }
    let problem = try #require(result.problem)
    #expect(problem.kind == .subjectHung)
    #expect(problem.message == "what this line does has not come back: it spins, or waits for ever")
    #expect(problem.body.contains("listener.finish()"))
  }
}
