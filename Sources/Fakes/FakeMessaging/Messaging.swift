public import FakeCore
import SluiceSimulation
import SluiceSpies

/// One app's messaging, in the shape of the vendor's SDK, with a fake behind it.
///
/// Not modelled, and refused with a sentence: topics, Apple's push tokens, tokens of other senders,
/// automatic tokens, reports of deliveries, deletion of all data, notifications by the system's
/// centre.
///
/// Fault model. What stands behind it decides: a `MessagingScript` tells the app exactly what it is
/// told to, a `MessagingEmulator` hands out tokens and messages on the virtual clock. Its behaviour
/// can be told to remove a listener whose handle is dropped, to trap on a second remove, and to
/// keep the closures of removed listeners. It never loses or repeats an add or a remove, and does
/// nothing by chance.
///
/// What counts as one registration: a delegate from its setting until another takes its place,
/// unless it is an `UncountedMessagingDelegate`; a subscription to `subscriptions`, of those who
/// share such a delegate; an observer of the notification centre; a message listener. Source:
/// `FirebaseMessaging/Sources/FIRMessaging.m`.
public final class Messaging: Sendable {
  /// What says which app the messaging belongs to.
  public var membership: AppMembership { setup.membership }
  /// The way in beside the delegate for any number of observers.
  public let notificationCenter: MessagingNotificationCenter
  /// Those who share a delegate that stands for several.
  public let subscriptions: MessagingSubscriptions
  let setup: MessagingSetup
  private let backend: any MessagingBackend
  let slot: DelegateSlot
  let listeners: ListenerRegistry<MessagingRemoteMessage>
  private let owner: Sentinel

  init(_ setup: MessagingSetup, backend: any MessagingBackend) {
    self.setup = setup
    self.backend = backend
    notificationCenter = MessagingNotificationCenter(setup)
    subscriptions = MessagingSubscriptions(setup)
    slot = DelegateSlot(setup)
    listeners = setup.makeRegistry { message in .value(message.projected) }
    owner = Sentinel(.owner, log: setup.spy.log)
  }

  /// The one delegate, held weakly; setting it calls nothing.
  public var delegate: (any MessagingDelegate)? {
    get { slot.delegate }
    set { slot.set(newValue, of: self) }
  }

  /// The present registration token; nil where there is none.
  public var fcmToken: String? { backend.token }

  /// Asks for the present registration token.
  ///
  /// - Parameter completion: Called on the main queue with the token, or with an error where there
  ///   is none.
  public func token(completion: @escaping (String?, (any Error)?) -> Void) {
    let token = backend.token
    setup.queue.async("messaging.complete") {
      completion(token, token == nil ? MessagingError.noToken : nil)
    }
  }

  /// Deletes the registration token, which delivers nil.
  ///
  /// - Parameter completion: Called on the main queue with nil, or with an error where it can't be
  ///   deleted.
  public func deleteToken(completion: @escaping ((any Error)?) -> Void) {
    backend.deleteToken(CallbackBox(completion))
  }

  /// The present registration token.
  ///
  /// - Returns: The token.
  /// - Throws: `MessagingError` where there is none.
  public func token() async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      token { token, error in
        if let token {
          continuation.resume(returning: token)
        } else {
          continuation.resume(throwing: error ?? MessagingError.noToken)
        }
      }
    }
  }

  /// Deletes the registration token, which delivers nil.
  ///
  /// - Throws: What a completion would be told, where it can't be deleted.
  public func deleteToken() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<_, any Error>) in
      deleteToken { error in
        continuation.resume(with: error.map { .failure($0) } ?? .success(()))
      }
    }
  }

  /// Adds a listener for messages that come while the app is in the foreground.
  ///
  /// Today's SDK has none; the proposal's stream needs one or the notification centre.
  ///
  /// - Parameter listener: Called on the main queue with each message.
  /// - Returns: The way to end the listener.
  @discardableResult
  public func addMessageListener(
    _ listener: @escaping (MessagingRemoteMessage) -> Void
  ) -> any MessageListenerRegistration {
    let added = listeners.add(options: .symbol("message-listener"), listener)
    return MessageListenerHandle(handle: listeners.makeHandle(of: added))
  }

  /// The number of registrations that were added through this object and not removed.
  public var listenerCount: Int { setup.spy.active.count }

  /// Tells the app, by every way in: the delegate, the notification centre, the listeners.
  func tell(_ news: MessagingNews, _ delivery: CallbackDelivery) {
    guard !membership.isOver else { return }
    switch delivery {
    case .direct: slot.tell(news, self)
    case .queued(let delay):
      setup.queue.asyncAfter(delay, "messaging.deliver") { [self] in slot.tell(news, self) }
    case .late(let delay):
      setup.queue.asyncAfter(delay, "messaging.deliver", slot.capture(news, self))
    }
    notificationCenter.post(news, delivery)
    if case .message(let message) = news { listeners.deliver(message, delivery) }
  }

  /// A message to hand over, which shows whether anybody keeps it.
  func makeMessage(_ id: String, _ data: [String: String]) -> MessagingRemoteMessage {
    let spy = setup.spy
    return MessagingRemoteMessage(
      messageID: id, data: data,
      sentinel: Sentinel(.element(spy.callbackCount + 1), log: spy.log))
  }
}

/// What stands behind a messaging: a script, or an emulator.
protocol MessagingBackend: Sendable {
  /// The present token.
  var token: String? { get }
  /// Deletes the present token.
  func deleteToken(_ completion: CallbackBox<((any Error)?) -> Void>)
}

/// A reason for which messaging can't do what an app asks for.
public enum MessagingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no registration token.
  case noToken
  /// The server can't be reached.
  case unreachable

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .noToken: "there is no registration token"
    case .unreachable: "the server can't be reached"
    }
  }
}

/// What adding a listener returns: the way to end it.
public protocol MessageListenerRegistration: Sendable {
  /// Ends the listener, which is not called any more; a second time does nothing.
  func remove()
}

/// The registration of one message listener.
private struct MessageListenerHandle: MessageListenerRegistration {
  let handle: RegistrationHandle

  func remove() { handle.remove() }
}

/// What every way in is made of.
struct MessagingSetup: Sendable {
  let queue: CallbackQueue
  let spy: Spy
  let behavior: RegistrationBehavior
  let membership = AppMembership()

  func makeRegistry<News: Sendable>(
    _ payload: @escaping @Sendable (News) -> Event.Payload
  ) -> ListenerRegistry<News> {
    ListenerRegistry(
      "messaging.deliver", queue: queue, spy: spy, behavior: behavior,
      isOver: { [membership] in membership.isOver }, payload: payload)
  }
}
