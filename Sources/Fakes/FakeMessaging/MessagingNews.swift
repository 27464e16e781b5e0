public import SluiceSpies

/// What an app can be told.
enum MessagingNews: Sendable {
  case token(String?)
  case message(MessagingRemoteMessage)

  /// The delegate's method for it.
  var callback: MessagingCallbacks {
    switch self {
    case .token: .registrationToken
    case .message: .message
    }
  }

  /// What a callback with it is to a stream: a token that was deleted is no value.
  var payload: Event.Payload {
    switch self {
    case .token(let token): token.map { .value(.string($0)) } ?? .nothing
    case .message(let message): .value(message.projected)
    }
  }

  /// Calls a delegate's method for it, if the delegate has one.
  func call(_ delegate: any MessagingDelegate, _ messaging: Messaging) {
    guard delegate.callbacks.contains(callback) else { return }
    switch self {
    case .token(let token): delegate.messaging(messaging, didReceiveRegistrationToken: token)
    case .message(let message): delegate.messaging(messaging, didReceive: message)
    }
  }
}

/// A message that came while the app was in the foreground.
///
/// It never changes. Source: `FirebaseMessaging/Sources/Public/FirebaseMessaging/FIRMessaging.h`.
public final class MessagingRemoteMessage: Sendable {
  /// The message's number at the server.
  public let messageID: String
  private let data: [String: String]
  private let sentinel: Sentinel?

  init(messageID: String, data: [String: String], sentinel: Sentinel?) {
    self.messageID = messageID
    self.data = data
    self.sentinel = sentinel
  }

  /// What the sender put into it.
  public var appData: [AnyHashable: Any] { data }
}

extension MessagingRemoteMessage: ProjectsToValue {
  /// The message as scenarios write it: `message("id", {…})`, or `message("id")` with nothing in
  /// it.
  public var projected: Value {
    if data.isEmpty { return .call("message", .string(messageID)) }
    return .call(
      "message", .string(messageID), .members(data.map { key, text in (key, .string(text)) }))
  }
}
