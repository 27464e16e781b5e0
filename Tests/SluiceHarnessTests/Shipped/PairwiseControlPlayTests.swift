import FaultyStreams
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import Testing

@Suite("Pairwise control")
struct PairwiseControlPlayTests {
  /// Each control plays one case in so many, the first by its own number.
  private static let stride = 24

  /// In the usual order; `sluice selftest` plays all cases so, and the campaign in other orders.
  @Test(
    "is blamed by no case of the listener, of one in 24 for each",
    arguments: zip(0..<PairwiseControls.all.count, PairwiseControls.all.map(\.name)))
  func innocent(_ number: Int, _ name: String) throws {
    let runner = CaseRunner(products: ShippedGate.harness.products, subjectName: name)
    let cases = try ShippedScenarios.cases().filter { scenario in
      scenario.place.product == "listener" && !scenario.tags.contains("traps")
    }
    let settings = PairwiseControls.array.rows[number].map(\.name).joined(separator: " ")
    var judged = 0
    for place in Swift.stride(from: number % Self.stride, to: cases.count, by: Self.stride) {
      let result = CaseExplorer(of: cases[place], playedBy: runner).result()
      #expect(result.problem?.message == nil, "\(cases[place].id) of \(settings)")
      if case .passed = result.outcome { judged += 1 }
    }
    #expect(judged > 0)
  }
}

@Suite("Pairwise control in all cases", .campaign)
struct PairwiseControlCampaign {
  @Test(
    "is blamed by no case of the listener, whatever the order",
    arguments: PairwiseControls.all.map(\.name))
  func innocent(_ name: String) throws {
    let cases = try ShippedRun(of: name, "Scenarios/listener").cases
    #expect(cases.filter(\.isBlamed).map(\.id) == [])
    #expect(cases.count { one in one.outcome == "passed" } > 50)
  }
}
