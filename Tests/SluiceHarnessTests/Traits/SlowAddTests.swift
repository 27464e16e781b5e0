import ShippedGate
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import Testing

@Suite("Stream whose add takes virtual time")
struct SlowAddTests {
  /// A line waits for the add; the stamps behind it move; an add races a cancel; an iteration
  /// learns behind its add that the source is over.
  private static let names = [
    "a waiting consumer is cancelled", "a busy consumer is cancelled",
    "a consumer is cancelled while its start is under way/0ms",
    "an iteration that begins after the end, which is told again, ends",
  ]

  @Test("is blamed by none of the cases in which somebody has to wait for it", arguments: names)
  func right(_ name: String) throws {
    let scenario = try #require(
      try ShippedScenarios.cases().first { scenario in
        scenario.place.product == "listener" && scenario.name == name
      })
    let runner = CaseRunner(
      products: ShippedGate.harness.products, subjectName: "right-adds-over-a-wire")
    #expect(runner.reasonToSkip(scenario) == nil)
    let result = CaseExplorer(of: scenario, playedBy: runner).result()
    #expect(result.failure == nil, "\(result.outcome)")
  }

  @Test("is found to forget what it adds, though no line waits for that")
  func forgotten() throws {
    let root = try CoverageTests.root("@0ms  S = listener.values() lenient", "race cancel S")
    func exitCode(_ subject: String) -> ExitCode {
      let junit = root.path(of: "junit.xml")
      return MemoryCall(
        [
          "run", "--isolation", "none", "--schedules", "0", "--junit", junit, "--subject",
          subject, "Scenarios",
        ], in: root.path
      ).exitCode
    }
    #expect(exitCode("faulty-forgets-a-slow-add") == .failure)
    #expect(exitCode("right-adds-over-a-wire") == .success)
  }
}
