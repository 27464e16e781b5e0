public import Foundation
public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A session that makes web sockets, with the peers at their other ends.
///
/// The peers answer pings by themselves; all else they do is what they are told. What a peer sends
/// before its connection stands arrives when it does. Every way takes its latency, and nothing on
/// one connection overtakes anything else.
public final class WebSocketEmulator: FakeWebSocketSession {
  private struct Connection {
    let task: FakeWebSocketTask
    var isConnected = false
    /// What the peer does once the connection stands.
    var pending: [@Sendable (FakeWebSocketTask) -> Void] = []
    var toApp = ArrivalOrder()
    var toPeer = ArrivalOrder()
  }

  private struct State {
    var latency = WebSocketLatency()
    var connections: [Connection] = []
    var received: [FakeWebSocketTask.Message] = []
    var closes: [(code: FakeWebSocketTask.CloseCode, reason: Data?)] = []
    var pings = 0
    var pongs = 0

    /// Changes the connection of a socket, if the session has it.
    mutating func change<Result>(
      _ task: FakeWebSocketTask, _ change: (inout Connection) -> Result?
    ) -> Result? {
      guard let place = connections.firstIndex(where: { $0.task === task }) else { return nil }
      return change(&connections[place])
    }
  }

  private let simulation: Simulation
  private let spy: Spy
  private let platform: WebSocketPlatform
  private let queue: CallbackQueue
  private let wire: CallbackQueue
  private let state = Mutex(State())
  private let owner: Sentinel
  let delegation = SessionDelegation()

  /// A session without sockets.
  ///
  /// - Parameters:
  ///   - simulation: Where messages on their way are events, named `websocket.deliver`.
  ///   - spy: What records each open, each close, each receive and what it gets.
  ///   - platform: What becomes of receives that wait when the app closes a socket.
  public init(in simulation: Simulation, spy: Spy, platform: WebSocketPlatform = .newer) {
    self.simulation = simulation
    self.spy = spy
    self.platform = platform
    queue = CallbackQueue(in: simulation)
    wire = CallbackQueue(in: simulation)
    owner = Sentinel(.owner, log: spy.log)
  }

  /// How long the ways take from now on.
  public var latency: WebSocketLatency {
    get { state.withLock { state in state.latency } }
    set { state.withLock { state in state.latency = newValue } }
  }

  /// Makes a socket that is not open yet.
  ///
  /// - Parameters:
  ///   - url: Where it connects to.
  ///   - protocols: The protocols that the app offers, of which the peer takes the first.
  /// - Returns: The socket, which the session holds until it goes away itself.
  public func webSocketTask(with url: URL, protocols: [String]) -> FakeWebSocketTask {
    delegation.checkSocket(to: url)
    let task = FakeWebSocketTask(
      to: url, protocols: protocols, of: self, on: queue, spy: spy, platform: platform)
    state.withLock { state in state.connections.append(Connection(task: task)) }
    return task
  }

  /// The number of sockets that are open.
  public var openSockets: Int {
    tasks.count { task in task.isOpen }
  }

  /// What the peers have received, in the order in which it arrived.
  public var received: [FakeWebSocketTask.Message] {
    state.withLock { state in state.received }
  }

  /// The codes with which the app's closes have arrived at the peers.
  public var closes: [FakeWebSocketTask.CloseCode] {
    state.withLock { state in state.closes.map { close in close.code } }
  }

  /// What the app's closes said besides their codes, in the same order; nil for nothing.
  public var closeReasons: [Data?] {
    state.withLock { state in state.closes.map { close in close.reason } }
  }

  /// The number of the peers' pings that the app's side has answered.
  public var pongs: Int { state.withLock { state in state.pongs } }

  /// The number of the app's pings that have arrived at the peers.
  public var pings: Int { state.withLock { state in state.pings } }

  /// The sockets that were made, in order.
  var tasks: [FakeWebSocketTask] {
    state.withLock { state in state.connections.map { connection in connection.task } }
  }
}

/// What the peers do; each call is for every socket that is not closed, or for those to one place.
extension WebSocketEmulator {
  /// Has the peers send a message.
  public func send(_ message: FakeWebSocketTask.Message, to url: URL? = nil) {
    act(on: url) { task in task.arrive(message) }
  }

  /// Has the peers close their sockets; receives fail with ``WebSocketError/notConnected``.
  public func close(
    with code: FakeWebSocketTask.CloseCode, reason: Data? = nil, to url: URL? = nil
  ) {
    act(on: url) { task in
      task.end(WebSocketError.notConnected, closeCode: code, reason: reason)
    }
  }

  /// Drops the connections; receives fail with ``WebSocketError/connectionLost``.
  public func drop(to url: URL? = nil) {
    act(on: url) { task in task.end(WebSocketError.connectionLost) }
  }

  /// Has the peers ping; the app's side answers by itself, and its streams see nothing of it.
  public func ping(to url: URL? = nil) {
    act(on: url) { [weak self] task in
      guard task.isOpen else { return }
      self?.send(by: task) { state in state.pongs += 1 }
    }
  }

  private func act(on url: URL?, _ action: @escaping @Sendable (FakeWebSocketTask) -> Void) {
    for task in tasks where url == nil || task.url == url { act(on: task, action) }
  }

  private func act(
    on task: FakeWebSocketTask, _ action: @escaping @Sendable (FakeWebSocketTask) -> Void
  ) {
    let now = simulation.now
    let delay = state.withLock { state -> Duration? in
      let latency = state.latency.message
      return state.change(task) { connection in
        guard connection.isConnected else {
          connection.pending.append(action)
          return nil
        }
        return connection.toApp.delay(of: latency, sentAt: now)
      }
    }
    guard let delay else { return }
    wire.asyncAfter(delay, FakeWebSocketTask.deliveryLabel) { action(task) }
  }

  /// Has something of the app's arrive at the peer.
  private func send(
    by task: FakeWebSocketTask, _ arrival: @escaping @Sendable (inout State) -> Void
  ) {
    let now = simulation.now
    let delay = state.withLock { state in
      let latency = state.latency.message
      return state.change(task) { connection in
        connection.toPeer.delay(of: latency, sentAt: now)
      }
    }
    wire.asyncAfter(delay ?? .zero, "websocket.arrive") { [weak self] in
      self?.state.withLock { state in arrival(&state) }
    }
  }
}

extension WebSocketEmulator: SocketPeer {
  func connect(_ task: FakeWebSocketTask) {
    wire.asyncAfter(latency.connect, "websocket.connect") { [weak self] in
      guard let self else { return }
      let pending = state.withLock { state in
        state.change(task) { connection -> [@Sendable (FakeWebSocketTask) -> Void] in
          connection.isConnected = true
          defer { connection.pending = [] }
          return connection.pending
        }
      }
      task.connectionStands()
      for action in pending ?? [] { act(on: task, action) }
    }
  }

  func sent(_ message: FakeWebSocketTask.Message, by task: FakeWebSocketTask) {
    send(by: task) { state in state.received.append(message) }
  }

  func pinged(by task: FakeWebSocketTask, _ answer: @escaping @Sendable () -> Void) {
    send(by: task) { state in state.pings += 1 }
    wire.asyncAfter(latency.message + latency.message, "websocket.pong") { answer() }
  }

  func closed(
    _ task: FakeWebSocketTask, with code: FakeWebSocketTask.CloseCode, reason: Data?
  ) {
    send(by: task) { state in state.closes.append((code, reason)) }
  }
}

/// How long the ways between a socket and its peer take, in virtual time.
public struct WebSocketLatency: Sendable, Hashable {
  /// From `resume()` to the open connection.
  public var connect: Duration
  /// From one side to the other, for messages, pings, pongs and closes.
  public var message: Duration

  /// Ways that take no time unless said otherwise.
  public init(connect: Duration = .zero, message: Duration = .zero) {
    self.connect = connect
    self.message = message
  }
}
