public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A messaging whose app is told exactly what a script says.
///
/// Fault model. It can be told to call back inside add, inside remove and after remove, and to say
/// the same token again. It never calls a delegate that was not set, nor a listener that was not
/// added, and has no state of its own but the token that it told last. Source:
/// `FirebaseMessaging/Sources/FIRMessaging.m`.
public final class MessagingScript: Sendable {
  /// The messaging to listen to.
  public let messaging: Messaging
  private let backend: ScriptBackend

  /// A script without a token.
  ///
  /// - Parameters:
  ///   - simulation: Where queued callbacks are events, named `messaging.deliver`.
  ///   - spy: What records each add, each remove and each callback.
  ///   - behavior: How registrations are treated throughout.
  public init(
    in simulation: Simulation, spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior()
  ) {
    let setup = MessagingSetup(
      queue: CallbackQueue(.main, in: simulation), spy: spy, behavior: behavior)
    backend = ScriptBackend(queue: setup.queue)
    messaging = Messaging(setup, backend: backend)
  }

  /// Tells the app of a token.
  ///
  /// - Parameters:
  ///   - token: The token; nil for one that was deleted.
  ///   - delivery: When the app is called.
  public func send(token: String?, _ delivery: CallbackDelivery = .direct) {
    backend.present.withLock { $0 = token }
    messaging.tell(.token(token), delivery)
  }

  /// Tells the app of a message.
  ///
  /// - Parameters:
  ///   - message: The message's number.
  ///   - data: What the sender put into it.
  ///   - delivery: When the app is called.
  public func send(
    message: String, data: [String: String] = [:], _ delivery: CallbackDelivery = .direct
  ) {
    messaging.tell(.message(messaging.makeMessage(message, data)), delivery)
  }
}

/// What stands behind a script: the token that it told last.
private final class ScriptBackend: MessagingBackend {
  let present = Mutex<String?>(nil)
  private let queue: CallbackQueue

  init(queue: CallbackQueue) {
    self.queue = queue
  }

  var token: String? { present.withLock { $0 } }

  /// A script has no server to delete it at.
  func deleteToken(_ completion: CallbackBox<((any Error)?) -> Void>) {
    queue.async("messaging.complete") { completion.callback(MessagingError.unreachable) }
  }
}
