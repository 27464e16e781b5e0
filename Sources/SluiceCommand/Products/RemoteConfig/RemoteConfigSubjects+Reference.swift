import FakeRemoteConfig
import ReferenceStreams
import SluiceConformance

extension RemoteConfigSubjects {
  /// The streams as they should be.
  static let reference = [
    subject("reference", RemoteConfigStreams.updates, traits: common) { config in config.updates },
    subject("reference", RemoteConfigStreams.configUpdates, traits: common) { config in
      config.configUpdates
    },
  ]
}
