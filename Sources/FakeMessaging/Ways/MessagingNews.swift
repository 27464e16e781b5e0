import SluiceSimulation
import SluiceSpies

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

/// What every way in is made of.
struct MessagingSetup: Sendable {
  let queue: CallbackQueue
  let spy: Spy
  let behavior: RegistrationBehavior

  func makeRegistry<News: Sendable>(
    _ payload: @escaping @Sendable (News) -> Event.Payload
  ) -> ListenerRegistry<News> {
    ListenerRegistry(
      "messaging.deliver", queue: queue, spy: spy, behavior: behavior, payload: payload)
  }
}
