import FaultyStreams
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import Testing

@Suite("Control stream")
struct ControlStreamTests {
  /// Each control plays one case in so many, the first by its own number: together they play all.
  private static let stride = 24

  /// In the usual order; `sluice selftest` plays them in others, and in random cases.
  @Test(
    "is blamed by no case of the listener, of one in 24 for each",
    arguments: zip(0..<ControlStreams.all.count, ControlStreams.all.map(\.name)))
  func innocent(_ number: Int, _ name: String) throws {
    let runner = CaseRunner(products: ShippedGate.harness.products, subjectName: name)
    let cases = try ShippedScenarios.cases().filter { scenario in
      scenario.place.product == "listener" && !scenario.tags.contains("traps")
    }
    var judged = 0
    for place in Swift.stride(from: number % Self.stride, to: cases.count, by: Self.stride) {
      let result = CaseExplorer(of: cases[place], playedBy: runner).result()
      #expect(result.problem?.message == nil, "\(cases[place].id)")
      if case .passed = result.outcome { judged += 1 }
    }
    #expect(judged > 5)
  }
}

@Suite("Control stream in all cases", .campaign)
struct ControlStreamCampaign {
  @Test("is blamed by no case of the listener", arguments: ControlStreams.all.map(\.name))
  func innocent(_ name: String) throws {
    let cases = try ShippedRun(of: name, "Scenarios/listener", "--schedules", "0").cases
    #expect(cases.filter(\.isBlamed).map(\.id) == [])
    #expect(cases.count { one in one.outcome == "passed" } > 150)
  }
}
