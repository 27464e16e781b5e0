import FakeRemoteConfig
import ProposalStreams
import SluiceConformance

extension RemoteConfigSubjects {
  /// The streams written the plain way: the proposal's as one stream, the other in the shape that
  /// was shipped, where each iterator makes a stream.
  static let proposal = [
    subject(
      "proposal", RemoteConfigStreams.updates,
      traits: common.with { traits in
        traits.registration = .access
        traits.bufferOnCancel = .drains
        traits.iterators = .single
        traits.releasesWhileHeld = false
        traits.repeatsError = true
      }
    ) { config in config.updates },
    subject(
      "proposal", RemoteConfigStreams.configUpdates,
      traits: common.with { traits in
        traits.registration = .iterator
        traits.bufferOnCancel = .drains
        traits.repeatsError = true
      }
    ) { config in config.configUpdates },
  ]
}
