import SluiceTesting
import Testing

/// All scenarios of the kit under the default schedules.
@Suite("Streams of strangers under all schedules", .campaign)
struct StrangerCampaign {
  @Test("a right stream is green in every case", arguments: Strangers.green)
  func isGreen(_ stranger: Stranger) async throws {
    let play = try await Play(
      of: stranger.stream, scenarios: ["Scenarios/listener"], schedules: 64)
    #expect(play.failures.isEmpty, "\(play.failures.joined(separator: "\n\n"))")
    #expect(play.passed > 150)
  }
}
