public import FakeMessaging
import ReferenceStreams

extension Messaging {
  /// The app's registration tokens, in the proposal's type; for one consumer.
  ///
  /// It shares the one delegate with all others, from the first `next()` to its end.
  public var tokenUpdates: AsyncStream<String> { AsyncStream(tokenSequence) }

  /// The messages that come while the app is in the foreground, in the proposal's type; for one
  /// consumer.
  ///
  /// It shares the one delegate with all others, from the first `next()` to its end.
  public var foregroundMessages: AsyncStream<MessagingRemoteMessage> {
    AsyncStream(messageSequence)
  }
}
