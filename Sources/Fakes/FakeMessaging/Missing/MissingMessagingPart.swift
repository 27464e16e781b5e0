import SluiceSpies

/// What the fake lacks of Messaging.
package enum MissingMessagingPart: String, MissingPart {
  case topics
  case pushTokens = "Apple's push tokens"
  case otherSenders = "tokens of other senders"
  case automaticTokens = "automatic tokens"
  case deliveryReports = "reports of deliveries"
  case dataDeletion = "deletion of all data"
  case systemNotifications = "notifications by the system's centre"

  package static let fake = "FakeMessaging"

  package var advice: String {
    switch self {
    case .topics: "send to the app at the MessagingEmulator"
    case .pushTokens: "give the app a token by refreshToken(_:) of the MessagingEmulator"
    case .otherSenders: "use token()"
    case .automaticTokens: "give the app a token by refreshToken(_:) of the MessagingEmulator"
    case .deliveryReports: "leave them out, as nobody reads them"
    case .dataDeletion: "use deleteToken()"
    case .systemNotifications: "use notificationCenter of the messaging"
    }
  }
}
