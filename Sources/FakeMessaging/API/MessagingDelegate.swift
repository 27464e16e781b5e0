/// What an app hands to `Messaging` to be told of its token and of messages; held weakly.
///
/// Source: `FirebaseMessaging/Sources/Public/FirebaseMessaging/FIRMessaging.h`.
public protocol MessagingDelegate: AnyObject, Sendable {
  /// Which of the two methods it implements.
  ///
  /// The vendor asks the Objective-C runtime whether a delegate responds to a selector; here it is
  /// said. What is not implemented is not called, and not recorded as a callback.
  var callbacks: MessagingCallbacks { get }

  /// The registration token is another one; nil where it was deleted.
  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?)

  /// A message came while the app was in the foreground.
  func messaging(_ messaging: Messaging, didReceive remoteMessage: MessagingRemoteMessage)
}

extension MessagingDelegate {
  /// Both methods.
  public var callbacks: MessagingCallbacks { [.registrationToken, .message] }

  /// Does nothing.
  public func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {}

  /// Does nothing.
  public func messaging(_ messaging: Messaging, didReceive remoteMessage: MessagingRemoteMessage) {
  }
}

/// The methods that a delegate implements.
public struct MessagingCallbacks: OptionSet, Hashable, Sendable {
  /// The methods as bits.
  public let rawValue: Int

  /// The methods of some bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// `messaging(_:didReceiveRegistrationToken:)`.
  public static let registrationToken = MessagingCallbacks(rawValue: 1)
  /// `messaging(_:didReceive:)`.
  public static let message = MessagingCallbacks(rawValue: 2)
}

/// A delegate whose setting and clearing is no registration of a stream's.
///
/// It is the app's own, or it stands in front of several that share the one delegate: then those
/// are the registrations, added to `Messaging.subscriptions` one by one.
public protocol UncountedMessagingDelegate: MessagingDelegate {}
