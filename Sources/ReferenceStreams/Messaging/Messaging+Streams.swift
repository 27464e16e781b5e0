public import FakeMessaging

extension Messaging {
  /// The app's registration tokens: each new one, and nothing for one that was deleted.
  ///
  /// There is no first value: the present token is `fcmToken`. Each iteration shares the one
  /// delegate with all others, from its first `next()` to its end.
  public var tokenUpdates: ListenerSequence<String, Never> { tokenSequence }

  /// The messages that come while the app is in the foreground.
  ///
  /// Each iteration shares the one delegate with all others, from its first `next()` to its end.
  public var foregroundMessages: ListenerSequence<MessagingRemoteMessage, Never> {
    messageSequence
  }

  /// The tokens under a name of their own, for whoever has another stream of the public name.
  package var tokenSequence: ListenerSequence<String, Never> {
    ListenerSequence { sink in
      SharedMessagingDelegate.share(self) { subscriptions in
        subscriptions.addTokens { token in sink.receive(token, nil) }
      }
    }
  }

  /// The messages under a name of their own, for whoever has another stream of the public name.
  package var messageSequence: ListenerSequence<MessagingRemoteMessage, Never> {
    ListenerSequence { sink in
      SharedMessagingDelegate.share(self) { subscriptions in
        subscriptions.addMessages { message in sink.send(message) }
      }
    }
  }
}
