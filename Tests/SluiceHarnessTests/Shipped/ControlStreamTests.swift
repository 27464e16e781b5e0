import FaultyStreams
import SluiceConformance
import SluiceHarness
import Testing

@Suite("Control stream")
struct ControlStreamTests {
  /// In the usual order; `sluice selftest` plays them in others, and in random cases.
  @Test(
    "is blamed by no case of the listener, of one in 24 for each",
    arguments: zip(0..<ControlStreams.all.count, ControlStreams.all.map(\.name)))
  func innocent(_ number: Int, _ name: String) throws {
    #expect(try ControlPlay(of: name, number).passed > 5)
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
