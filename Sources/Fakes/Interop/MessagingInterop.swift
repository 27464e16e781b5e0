/// What Messaging offers the other products: the token of this installation.
///
/// Function calls carry it beside the user's. Storage, Remote Config and Firestore ask nothing of
/// each other, nor anybody of them, so that they have no protocol here. Source:
/// `FirebaseMessaging/Interop/FIRMessagingInterop.h`.
public protocol MessagingInterop: AnyObject, Sendable {
  /// The token by which messages reach this installation; nil before there is one.
  var fcmToken: String? { get }
}
