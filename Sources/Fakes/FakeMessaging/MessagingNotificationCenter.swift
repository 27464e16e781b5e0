import SluiceSpies
import Synchronization

/// What happened, as observers of the notification centre are told.
public struct MessagingNotification: Sendable {
  /// The kind of a notification.
  public enum Name: Hashable, Sendable, CaseIterable {
    /// The registration token is another one, or was deleted.
    case registrationTokenRefreshed
    /// A message came while the app was in the foreground.
    case messageReceived
  }

  /// The kind.
  public let name: Name
  /// The token; nil where it was deleted, and for a message.
  public let token: String?
  /// The message; nil for a token.
  public let message: MessagingRemoteMessage?
}

/// What `addObserver` returns: the one by whom the observer is removed.
public final class MessagingObservation: Sendable {
  fileprivate let name: MessagingNotification.Name
  fileprivate let handle: RegistrationHandle

  init(_ name: MessagingNotification.Name, _ handle: RegistrationHandle) {
    self.name = name
    self.handle = handle
  }
}

/// The way in beside the delegate, of which there can be any number, in the notification centre's
/// shape.
///
/// One registration is one `addObserver` with its `removeObserver`. An observer that is removed is
/// not called any more. Source: `FirebaseMessaging/Sources/FIRMessaging.m`.
public final class MessagingNotificationCenter: Sendable {
  private let tokens: ListenerRegistry<MessagingNotification>
  private let messages: ListenerRegistry<MessagingNotification>

  init(_ setup: MessagingSetup) {
    tokens = setup.makeRegistry { notification in
      notification.token.map { .value(.string($0)) } ?? .nothing
    }
    messages = setup.makeRegistry { notification in
      notification.message.map { .value($0.projected) } ?? .nothing
    }
  }

  /// Adds an observer.
  ///
  /// - Parameters:
  ///   - name: What it wants to be told of.
  ///   - block: Called with each notification of this name, on the main queue.
  /// - Returns: The token by which it is removed.
  public func addObserver(
    forName name: MessagingNotification.Name,
    using block: @escaping (MessagingNotification) -> Void
  ) -> MessagingObservation {
    let registry = registry(of: name)
    let listener = registry.add(options: .symbol("\(name)"), block)
    return MessagingObservation(name, registry.makeHandle(of: listener))
  }

  /// Removes an observer.
  public func removeObserver(_ observer: MessagingObservation) {
    observer.handle.remove()
  }

  /// Lets go of all observers.
  func close() {
    tokens.close()
    messages.close()
  }

  func post(_ news: MessagingNews, _ delivery: CallbackDelivery) {
    switch news {
    case .token(let token):
      let notification = MessagingNotification(
        name: .registrationTokenRefreshed, token: token, message: nil)
      tokens.deliver(notification, delivery)
    case .message(let message):
      let notification = MessagingNotification(
        name: .messageReceived, token: nil, message: message)
      messages.deliver(notification, delivery)
    }
  }

  private func registry(
    of name: MessagingNotification.Name
  ) -> ListenerRegistry<MessagingNotification> {
    switch name {
    case .registrationTokenRefreshed: tokens
    case .messageReceived: messages
    }
  }
}
