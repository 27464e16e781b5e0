public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A messaging server with one app, handing out tokens and messages on the virtual clock.
///
/// Fault model. It can be told to take its time, by kind of operation; to be out of reach, which
/// keeps messages at the server and lets no token be deleted; to have the app in the background,
/// where messages are not its business. It never loses or reorders what is on its way, never tells
/// the same token again, never calls back inside a call of the app's, and calls whoever is the
/// delegate when the callback runs. Source: `FirebaseMessaging/Sources/FIRMessaging.m`.
public final class MessagingEmulator: Sendable {
  private struct State {
    var token: String?
    var latency: MessagingLatency
    var isReachable = true
    var isInForeground = true
    /// Messages that wait at the server.
    var waiting: [(id: String, data: [String: String])] = []
    /// The way from the server to the app.
    var arrivals = ArrivalOrder()
    weak var messaging: Messaging?
  }

  let simulation: Simulation
  private let queue: CallbackQueue
  private let worker: CallbackQueue
  private let state: Mutex<State>

  /// A server that has given no token.
  ///
  /// - Parameters:
  ///   - simulation: Whose clock and events it uses.
  ///   - latency: How long operations take.
  public init(in simulation: Simulation, latency: MessagingLatency = MessagingLatency()) {
    self.simulation = simulation
    queue = CallbackQueue(.main, in: simulation)
    worker = CallbackQueue(.generic, in: simulation)
    state = Mutex(State(latency: latency))
  }

  /// The app's messaging, of which a server has one.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks.
  ///   - behavior: How registrations are treated throughout.
  /// - Returns: The messaging, which keeps the emulator; the emulator does not keep it.
  public func makeMessaging(
    spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior()
  ) -> Messaging {
    let messaging = Messaging(
      MessagingSetup(queue: queue, spy: spy, behavior: behavior), backend: self)
    state.withLock { $0.messaging = messaging }
    return messaging
  }

  /// How long operations take from now on; what is under way keeps its time.
  public var latency: MessagingLatency {
    get { state.withLock { $0.latency } }
    set { state.withLock { $0.latency = newValue } }
  }

  /// Whether the app is in the foreground, where messages are handed to it.
  public var isInForeground: Bool {
    get { state.withLock { $0.isInForeground } }
    set { state.withLock { $0.isInForeground = newValue } }
  }

  /// Whether the server and the app reach each other; what waited is sent when they do again.
  public var isReachable: Bool {
    get { state.withLock { $0.isReachable } }
    set {
      let waiting = state.withLock { state in
        state.isReachable = newValue
        defer { if newValue { state.waiting = [] } }
        return newValue ? state.waiting : []
      }
      for message in waiting { send(message: message.id, data: message.data) }
    }
  }

  /// Gives the app a token; the one that it has already changes nothing.
  public func refreshToken(_ token: String) { change(to: token) }

  /// Sends the app a message.
  ///
  /// - Parameters:
  ///   - message: The message's number.
  ///   - data: What the sender puts into it.
  public func send(message: String, data: [String: String] = [:]) {
    let now = simulation.instantOfCall
    let delay: Duration? = state.withLock { state in
      guard state.isReachable else {
        state.waiting.append((message, data))
        return nil
      }
      return state.arrivals.delay(of: state.latency.message, sentAt: now)
    }
    guard let delay else { return }
    worker.asyncAfter(delay, "messaging.message") { [weak self] in
      guard let self, let messaging = state.withLock({ $0.isInForeground ? $0.messaging : nil })
      else { return }
      messaging.tell(.message(messaging.makeMessage(message, data)), .queued())
    }
  }

  private func change(to token: String?) {
    let now = simulation.instantOfCall
    let delay: Duration? = state.withLock { state in
      guard state.token != token else { return nil }
      state.token = token
      return state.arrivals.delay(of: state.latency.token, sentAt: now)
    }
    guard let delay else { return }
    worker.asyncAfter(delay, "messaging.token") { [weak self] in
      self?.state.withLock({ $0.messaging })?.tell(.token(token), .queued())
    }
  }
}

extension MessagingEmulator: MessagingBackend {
  /// The token that the app has.
  var token: String? { state.withLock { $0.token } }

  func deleteToken(_ completion: CallbackBox<((any Error)?) -> Void>) {
    guard isReachable else {
      return queue.async("messaging.complete") {
        completion.callback(MessagingError.unreachable)
      }
    }
    change(to: nil)
    queue.asyncAfter(latency.token, "messaging.complete") { completion.callback(nil) }
  }
}

/// How long operations take on the virtual clock; nothing takes any time unless it is said.
public struct MessagingLatency: Hashable, Sendable {
  /// From a new or deleted token at the server until the app is told.
  public var token: Duration
  /// From the sending of a message until the app is told.
  public var message: Duration

  /// Latencies for each kind of operation; zero or less is at the same virtual instant.
  public init(token: Duration = .zero, message: Duration = .zero) {
    self.token = token
    self.message = message
  }
}
