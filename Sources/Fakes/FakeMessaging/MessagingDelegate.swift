import FakeCore
import SluiceSpies
import Synchronization

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

/// The one place for a delegate, which holds it weakly.
///
/// Setting a delegate is an add. Its remove is whatever takes its place: another one, or nil; or
/// its death, which shows at the next look. An uncounted one is not recorded.
final class DelegateSlot: Sendable {
  typealias Registry = ListenerRegistry<MessagingNews>

  private struct Occupant {
    weak var delegate: (any MessagingDelegate)?
    var listener: Registry.Listener?
  }

  private let registry: Registry
  private let state = Mutex(Occupant())

  init(_ setup: MessagingSetup) {
    registry = setup.makeRegistry { news in news.payload }
  }

  /// The delegate; nil where there is none or it died.
  var delegate: (any MessagingDelegate)? {
    var orphan: Registry.Listener?
    let delegate = state.withLock { state in
      let delegate = state.delegate
      if delegate == nil {
        orphan = state.listener
        state.listener = nil
      }
      return delegate
    }
    if let orphan { registry.remove(orphan) }
    return delegate
  }

  /// Puts a delegate in, in place of whichever is there; nobody is called.
  func set(_ delegate: (any MessagingDelegate)?, of messaging: Messaging) {
    let replaced = state.withLock { state in
      defer { state = Occupant(delegate: delegate) }
      return state.listener
    }
    if let replaced { registry.remove(replaced) }
    guard let delegate, !(delegate is any UncountedMessagingDelegate) else { return }
    _ = registry.add(
      options: .symbol("delegate"),
      greet: { listener in
        state.withLock { state in if state.delegate === delegate { state.listener = listener } }
      },
      { [weak delegate, weak messaging] news in
        if let delegate, let messaging { news.call(delegate, messaging) }
      })
  }

  /// Lets go of the delegate's record, so that it is not told any more.
  func close() { registry.close() }

  /// Tells the delegate that is there now.
  func tell(_ news: MessagingNews, _ messaging: Messaging) {
    guard !messaging.membership.isOver, let delegate, delegate.callbacks.contains(news.callback)
    else { return }
    if let listener = state.withLock({ $0.listener }) {
      listener.tell(news)
    } else {
      news.call(delegate, messaging)
    }
  }

  /// What tells the delegate that is there now, whoever is there when it is called.
  func capture(_ news: MessagingNews, _ messaging: Messaging) -> () -> Void {
    guard let delegate, delegate.callbacks.contains(news.callback) else { return {} }
    if let listener = state.withLock({ $0.listener }) {
      guard let held = listener.current else { return {} }
      return { withExtendedLifetime(delegate) { listener.tell(news, through: held) } }
    }
    let audience = messaging.subscriptions.audience(of: news)
    return {
      messaging.subscriptions.withAudience(audience) { news.call(delegate, messaging) }
    }
  }
}
