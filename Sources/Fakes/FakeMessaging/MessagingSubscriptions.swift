import SluiceSpies
import Synchronization

/// Those who share the one delegate: each is a registration of its own.
///
/// The SDK has nothing of the kind: a wrapper that gives several streams one delegate keeps such a
/// list. It is here so that each subscription has its number in the log. Whoever is the delegate
/// calls `tell`.
public final class MessagingSubscriptions: Sendable {
  typealias Registry = ListenerRegistry<MessagingNews>
  /// Who was subscribed at some moment, removed since or not.
  typealias Audience = [(listener: Registry.Listener, held: Registry.Listener.Held)]

  private let tokens: Registry
  private let messages: Registry
  /// Who is told instead of those who are subscribed, while a late callback runs.
  private let audience = Mutex<Audience?>(nil)

  init(_ setup: MessagingSetup) {
    tokens = setup.makeRegistry { news in news.payload }
    messages = setup.makeRegistry { news in news.payload }
  }

  /// Subscribes to tokens.
  ///
  /// - Parameter subscriber: Called with each token that the delegate is told; nil for none.
  /// - Returns: The subscription.
  public func addTokens(_ subscriber: @escaping (String?) -> Void) -> MessagingSubscription {
    let listener = tokens.add(options: .symbol("tokens")) { news in
      if case .token(let token) = news { subscriber(token) }
    }
    return MessagingSubscription(handle: tokens.makeHandle(of: listener))
  }

  /// Subscribes to messages.
  ///
  /// - Parameter subscriber: Called with each message that the delegate is told.
  /// - Returns: The subscription.
  public func addMessages(
    _ subscriber: @escaping (MessagingRemoteMessage) -> Void
  ) -> MessagingSubscription {
    let listener = messages.add(options: .symbol("messages")) { news in
      if case .message(let message) = news { subscriber(message) }
    }
    return MessagingSubscription(handle: messages.makeHandle(of: listener))
  }

  /// Tells the subscribers of a token that the delegate was told.
  public func tell(token: String?) { tell(.token(token), tokens) }

  /// Tells the subscribers of a message that the delegate was told.
  public func tell(message: MessagingRemoteMessage) { tell(.message(message), messages) }

  private func tell(_ news: MessagingNews, _ registry: Registry) {
    guard let audience = audience.withLock({ $0 }) else { return registry.deliver(news, .direct) }
    for (listener, held) in audience { listener.tell(news, through: held) }
  }

  /// Lets go of all subscribers.
  func close() {
    tokens.close()
    messages.close()
  }

  /// Those who would be told of some news now.
  func audience(of news: MessagingNews) -> Audience {
    let registry = news.callback == .message ? messages : tokens
    return registry.listeners.compactMap { listener in
      listener.current.map { held in (listener, held) }
    }
  }

  /// Does something while only some are told.
  func withAudience(_ audience: Audience, _ body: () -> Void) {
    self.audience.withLock { $0 = audience }
    body()
    self.audience.withLock { $0 = nil }
  }
}

/// One who shares the delegate.
public struct MessagingSubscription: Sendable {
  let handle: RegistrationHandle

  /// Ends the subscription.
  public func remove() { handle.remove() }
}
