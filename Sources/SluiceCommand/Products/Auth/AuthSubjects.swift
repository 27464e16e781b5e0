import FakeAuth
import SluiceConformance
import SluiceSpies

/// The implementations of Authentication's streams that the command knows.
enum AuthSubjects {
  /// Every implementation, in the order in which they are shown.
  static let all: [Subject] = reference + standard + proposal

  /// What the source is, for whatever implementation: it knows neither errors nor an end.
  static let common = Traits().with { traits in
    traits.canFail = false
    traits.sourceCanEnd = false
  }

  /// A stream of users of one implementation.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - stream: The stream, which is of users or of tokens.
  ///   - traits: What it declares of itself.
  ///   - open: Reads the stream.
  /// - Returns: The subject.
  static func subject<Users: AsyncSequence & SendableMetatype>(
    _ name: String, _ stream: String, traits: Traits,
    open: @escaping @Sendable (Auth) -> Users
  ) -> Subject where Users.Element == User? {
    Subject(
      name, stream: stream, traits: traits,
      open: { (fixture: AuthScenarioFixture, _) throws(SubjectError) in open(fixture.auth) },
      project: { user in user?.projected ?? .null },
      asking: { _ in .symbol(stream == AuthStreams.state ? "users" : "tokens") })
  }
}
