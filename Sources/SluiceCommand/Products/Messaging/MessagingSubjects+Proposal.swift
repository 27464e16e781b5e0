import FakeMessaging
import ProposalStreams
import SluiceConformance

extension MessagingSubjects {
  /// The streams in the proposal's exact types, written the plain way.
  static let proposal = streams(
    "proposal",
    traits: common.with { traits in
      traits.registration = .access
      traits.bufferOnCancel = .drains
      traits.iterators = .single
      traits.releasesWhileHeld = false
    },
    tokens: { messaging in messaging.tokenUpdates },
    messages: { messaging in messaging.foregroundMessages })
}
