package import FakeMessaging
import Synchronization

extension Messaging {
  /// The app's registration tokens: each new one, and nothing for one that was deleted.
  ///
  /// There is no first value: the present token is `fcmToken`. Each iteration shares the one
  /// delegate with all others, from its first `next()` to its end.
  package var tokenUpdates: ListenerSequence<String, Never> {
    ListenerSequence { sink in
      SharedMessagingDelegate.share(self) { subscriptions in
        subscriptions.addTokens { token in sink.receive(token, nil) }
      }
    }
    .ending(withAppOf: self)
  }

  /// The messages that come while the app is in the foreground.
  ///
  /// Each iteration shares the one delegate with all others, from its first `next()` to its end.
  package var foregroundMessages: ListenerSequence<MessagingRemoteMessage, Never> {
    ListenerSequence { sink in
      SharedMessagingDelegate.share(self) { subscriptions in
        subscriptions.addMessages { message in sink.send(message) }
      }
    }
    .ending(withAppOf: self)
  }
}

/// The one delegate in front of all streams of a messaging, which lives as long as one of them
/// listens.
///
/// It is set with the first and cleared with the last, in favour of the delegate that was there
/// before: the app's own, which is told everything meanwhile. An app that sets another delegate
/// while streams listen takes their place, and nothing tells of it; the next stream that begins
/// stands in front of that one, for all of them.
private final class SharedMessagingDelegate: UncountedMessagingDelegate {
  private struct State {
    var streams = 0
    weak var displaced: (any MessagingDelegate)?
  }

  /// Held while a delegate is looked at and set in one: setting calls nobody, as the SDK says.
  private static let placing = Mutex(())

  private let state = Mutex(State())

  private init() {}

  /// Has a stream share the delegate of a messaging.
  ///
  /// - Parameters:
  ///   - messaging: The messaging.
  ///   - add: Adds the stream's subscription, once the delegate is in its place.
  /// - Returns: How the stream's share is ended.
  static func share(
    _ messaging: Messaging, adding add: (MessagingSubscriptions) -> MessagingSubscription
  ) -> ListenerRemoval {
    let delegate = placing.withLock { _ in
      let present = messaging.delegate
      let delegate = present as? SharedMessagingDelegate ?? SharedMessagingDelegate()
      delegate.state.withLock { $0.streams += 1 }
      if delegate !== present {
        delegate.state.withLock { $0.displaced = present }
        messaging.delegate = delegate
      }
      return delegate
    }
    let subscription = add(messaging.subscriptions)
    return {
      subscription.remove()
      delegate.leave(messaging)
    }
  }

  /// One stream fewer shares it; after the last it gives its place back.
  private func leave(_ messaging: Messaging) {
    Self.placing.withLock { _ in
      let (isLast, displaced) = state.withLock { state in
        state.streams -= 1
        return (state.streams == 0, state.displaced)
      }
      if isLast, messaging.delegate === self { messaging.delegate = displaced }
    }
  }

  private var displaced: (any MessagingDelegate)? { state.withLock { $0.displaced } }

  // MARK: What the messaging tells

  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
    if let displaced, displaced.callbacks.contains(.registrationToken) {
      displaced.messaging(messaging, didReceiveRegistrationToken: fcmToken)
    }
    messaging.subscriptions.tell(token: fcmToken)
  }

  func messaging(_ messaging: Messaging, didReceive remoteMessage: MessagingRemoteMessage) {
    if let displaced, displaced.callbacks.contains(.message) {
      displaced.messaging(messaging, didReceive: remoteMessage)
    }
    messaging.subscriptions.tell(message: remoteMessage)
  }
}
