import FakeRemoteConfig
import SluiceConformance
import SluiceSpies

/// The implementations of Remote Config's streams that the command knows.
enum RemoteConfigSubjects {
  /// Every implementation, in the order in which they are shown.
  static let all: [Subject] = reference + standard + proposal

  /// What the source is, for whatever implementation: it can fail, and it has no end of its own.
  static let common = Traits().with { traits in
    traits.sourceCanEnd = false
  }

  /// A stream of updates of one implementation.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - stream: The stream.
  ///   - traits: What it declares of itself.
  ///   - open: Reads the stream.
  /// - Returns: The subject.
  static func subject<Updates: AsyncSequence & SendableMetatype>(
    _ name: String, _ stream: String, traits: Traits,
    open: @escaping @Sendable (RemoteConfig) -> Updates
  ) -> Subject where Updates.Element == RemoteConfigUpdate {
    Subject(
      name, stream: stream, traits: traits,
      open: { (fixture: RemoteConfigScenarioFixture, _) throws(SubjectError) in
        open(fixture.remoteConfig)
      },
      project: { update in update.projected })
  }
}
