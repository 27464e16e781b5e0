import FakeMessaging
import ReferenceStreams
import SluiceConformance

extension MessagingSubjects {
  /// The streams as they should be.
  static let reference = streams(
    "reference", tokens: { messaging in messaging.tokenUpdates },
    messages: { messaging in messaging.foregroundMessages })
}
