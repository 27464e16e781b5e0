import FaultyStreams
import SluiceConformance
import SluiceHarness
import Testing

@Suite("Pairwise control")
struct PairwiseControlPlayTests {
  /// In the usual order; `sluice selftest` plays all cases so, and the campaign in other orders.
  @Test(
    "is blamed by no case of the listener, of one in 24 for each",
    arguments: zip(0..<PairwiseControls.all.count, PairwiseControls.all.map(\.name)))
  func innocent(_ number: Int, _ name: String) throws {
    let settings = PairwiseControls.array.rows[number].map(\.name).joined(separator: " ")
    #expect(try ControlPlay(of: name, number, note: "of \(settings)").passed > 0)
  }
}

@Suite("Pairwise control in all cases", .campaign)
struct PairwiseControlCampaign {
  @Test(
    "is blamed by no case of the listener under any schedule",
    arguments: PairwiseControls.all.map(\.name))
  func innocent(_ name: String) throws {
    let cases = try ShippedRun(of: name, "Scenarios/listener").cases
    #expect(cases.filter(\.isBlamed).map(\.id) == [])
    #expect(cases.count { one in one.outcome == "passed" } > 50)
  }
}
