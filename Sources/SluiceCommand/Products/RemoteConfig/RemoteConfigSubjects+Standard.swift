import FakeRemoteConfig
import SluiceConformance
import StandardStreams

extension RemoteConfigSubjects {
  /// The streams as they should be in the types of the proposal and of what was shipped, which have
  /// room for one iteration.
  static let standard = [
    subject("standard", RemoteConfigStreams.updates, traits: single) { config in config.updates },
    subject("standard", RemoteConfigStreams.configUpdates, traits: single) { config in
      config.configUpdates
    },
  ]

  private static let single = common.with { traits in
    traits.iterators = .single
    traits.releasesWhileHeld = false
  }
}
