import FakeMessaging
import SluiceConformance
import SluiceSpies

/// The implementations of Messaging's streams that the command knows.
enum MessagingSubjects {
  /// Every implementation, in the order in which they are shown.
  static let all: [Subject] = reference + standard + proposal

  /// What Messaging's source is, for whatever implementation: it can't fail and has no end.
  static let common = Traits().with { traits in
    traits.canFail = false
    traits.sourceCanEnd = false
  }

  /// The two streams of one implementation: tokens, messages.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - traits: What it declares of itself.
  ///   - tokens: Reads the stream of tokens.
  ///   - messages: Reads the stream of messages.
  /// - Returns: The subjects, in that order.
  static func streams<
    Tokens: AsyncSequence & SendableMetatype, Messages: AsyncSequence & SendableMetatype
  >(
    _ name: String, traits: Traits = common,
    tokens: @escaping @Sendable (Messaging) -> Tokens,
    messages: @escaping @Sendable (Messaging) -> Messages
  ) -> [Subject]
  where Tokens.Element == String, Messages.Element == MessagingRemoteMessage {
    [
      Subject(
        name, stream: MessagingVerbs.tokens, traits: traits,
        open: { (fixture: MessagingScenarioFixture, _) throws(SubjectError) in
          tokens(fixture.messaging)
        },
        project: { token in .string(token) }),
      Subject(
        name, stream: MessagingVerbs.messages, traits: traits,
        open: { (fixture: MessagingScenarioFixture, _) throws(SubjectError) in
          messages(fixture.messaging)
        },
        project: { message in message.projected }),
    ]
  }
}
