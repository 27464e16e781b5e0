public import SluiceSpies

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
