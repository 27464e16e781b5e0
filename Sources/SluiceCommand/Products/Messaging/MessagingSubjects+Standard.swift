import FakeMessaging
import SluiceConformance
import StandardStreams

extension MessagingSubjects {
  /// The streams as they should be in the proposal's exact types, which have room for one
  /// iteration.
  static let standard = streams(
    "standard",
    traits: common.with { traits in
      traits.iterators = .single
      traits.releasesWhileHeld = false
    },
    tokens: { messaging in messaging.tokenUpdates },
    messages: { messaging in messaging.foregroundMessages })
}
