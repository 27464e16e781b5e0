public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: "FakeMessaging does not model topics: send to the app at the MessagingEmulator"
)
extension Messaging {
  /// Has messages for a topic come.
  public func subscribe(toTopic topic: String, completion: (((any Error)?) -> Void)? = nil) {
    MissingMessagingPart.topics.stop()
  }

  /// Has messages for a topic come.
  public func subscribe(toTopic topic: String) async throws { MissingMessagingPart.topics.stop() }

  /// Has messages for a topic come no more.
  public func unsubscribe(
    fromTopic topic: String, completion: (((any Error)?) -> Void)? = nil
  ) { MissingMessagingPart.topics.stop() }

  /// Has messages for a topic come no more.
  public func unsubscribe(fromTopic topic: String) async throws {
    MissingMessagingPart.topics.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeMessaging does not model Apple's push tokens: \
    give the app a token by refreshToken(_:) of the MessagingEmulator
    """
)
extension Messaging {
  /// The token by which Apple reaches the device.
  public var apnsToken: Data? {
    get { MissingMessagingPart.pushTokens.stop() }
    set { MissingMessagingPart.pushTokens.stop() }
  }
}

@available(
  *, unavailable,
  message: "FakeMessaging does not model tokens of other senders: use token()"
)
extension Messaging {
  /// The token for a sender.
  public func retrieveFCMToken(
    forSenderID senderID: String, completion: @escaping (String?, (any Error)?) -> Void
  ) { MissingMessagingPart.otherSenders.stop() }

  /// The token for a sender.
  public func retrieveFCMToken(forSenderID senderID: String) async throws -> String {
    MissingMessagingPart.otherSenders.stop()
  }

  /// Deletes the token for a sender.
  public func deleteFCMToken(
    forSenderID senderID: String, completion: @escaping ((any Error)?) -> Void
  ) { MissingMessagingPart.otherSenders.stop() }

  /// Deletes the token for a sender.
  public func deleteFCMToken(forSenderID senderID: String) async throws {
    MissingMessagingPart.otherSenders.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeMessaging does not model automatic tokens: \
    give the app a token by refreshToken(_:) of the MessagingEmulator
    """
)
extension Messaging {
  /// Whether the app gets a token by itself.
  public var isAutoInitEnabled: Bool {
    get { MissingMessagingPart.automaticTokens.stop() }
    set { MissingMessagingPart.automaticTokens.stop() }
  }
}

@available(
  *, unavailable,
  message: """
    FakeMessaging does not model reports of deliveries: \
    leave them out, as nobody reads them
    """
)
extension Messaging {
  /// Reports that a message came.
  @discardableResult
  public func appDidReceiveMessage(_ message: [AnyHashable: Any]) -> AnyObject {
    MissingMessagingPart.deliveryReports.stop()
  }

  /// What an extension of the app reports by.
  public static func serviceExtension() -> AnyObject { MissingMessagingPart.deliveryReports.stop() }
}

@available(
  *, unavailable,
  message: "FakeMessaging does not model deletion of all data: use deleteToken()"
)
extension Messaging {
  /// Deletes all tokens and what is known of messages.
  public func deleteData(completion: @escaping ((any Error)?) -> Void) {
    MissingMessagingPart.dataDeletion.stop()
  }

  /// Deletes all tokens and what is known of messages.
  public func deleteData() async throws { MissingMessagingPart.dataDeletion.stop() }
}

@available(
  *, unavailable,
  message: """
    FakeMessaging does not model notifications by the system's centre: \
    use notificationCenter of the messaging
    """
)
extension Notification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The registration token is another one.
  public static var MessagingRegistrationTokenRefreshed: Notification.Name {
    MissingMessagingPart.systemNotifications.stop()
  }
}
