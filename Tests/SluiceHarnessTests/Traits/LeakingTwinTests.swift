import FaultyStreams
import SluiceConformance
import Testing

@Suite("Leaking twin")
struct LeakingTwinTests {
  /// The right streams, each with its place, by which it plays a share of the cases.
  private static let streams = ControlStreams.all + PairwiseControls.all

  @Test(
    "is red as its right stream declares, and as is read off itself",
    arguments: zip(streams.indices, streams.map(\.name)))
  func twin(_ number: Int, _ name: String) throws {
    let play = try ObservedPlay(of: Self.streams[number], number, leaks: true)
    for traits in [Self.streams[number].traits, play.seen] {
      let causes = play.causes(declaring: traits)
      #expect(causes.values.contains(where: Self.isOfALeak), "\(traits.declaration): \(causes)")
    }
  }

  /// Whether a leak is told by the rule, and not by what follows from it.
  private static func isOfALeak(_ cause: String) -> Bool {
    cause.hasPrefix("cancellation.") || cause.hasPrefix("teardown.")
  }
}
