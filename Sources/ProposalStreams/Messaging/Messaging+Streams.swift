public import FakeMessaging

extension Messaging {
  /// The app's registration tokens, written the plain way: a delegate of its own; for one consumer.
  public var tokenUpdates: AsyncStream<String> {
    AsyncStream { continuation in
      let delegate = TokenDelegate { token in continuation.yield(token) }
      self.delegate = delegate
      // The messaging holds it weakly; this closure keeps it.
      continuation.onTermination = { _ in
        withExtendedLifetime(delegate) { self.delegate = nil }
      }
    }
  }

  /// The messages that come while the app is in the foreground, written the plain way: a delegate
  /// of its own; for one consumer.
  public var foregroundMessages: AsyncStream<MessagingRemoteMessage> {
    AsyncStream { continuation in
      let delegate = MessageDelegate { message in continuation.yield(message) }
      self.delegate = delegate
      // The messaging holds it weakly; this closure keeps it.
      continuation.onTermination = { _ in
        withExtendedLifetime(delegate) { self.delegate = nil }
      }
    }
  }
}

/// The delegate of one stream of tokens.
private final class TokenDelegate: MessagingDelegate {
  let callbacks = MessagingCallbacks.registrationToken
  private let receive: @Sendable (String) -> Void

  init(_ receive: @escaping @Sendable (String) -> Void) {
    self.receive = receive
  }

  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
    if let fcmToken { receive(fcmToken) }
  }
}

/// The delegate of one stream of messages.
private final class MessageDelegate: MessagingDelegate {
  let callbacks = MessagingCallbacks.message
  private let receive: @Sendable (MessagingRemoteMessage) -> Void

  init(_ receive: @escaping @Sendable (MessagingRemoteMessage) -> Void) {
    self.receive = receive
  }

  func messaging(_ messaging: Messaging, didReceive remoteMessage: MessagingRemoteMessage) {
    receive(remoteMessage)
  }
}
