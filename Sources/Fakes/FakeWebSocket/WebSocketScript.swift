public import Foundation
public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A session whose sockets receive exactly what a script says.
///
/// Fault model. It can be told to hand over messages and failures inside `resume()`, inside
/// `cancel(with:reason:)` and, to receives that an older system has left stuck, after it. The
/// connection stands at once; what the app sends goes nowhere, and pings are answered at once. A
/// failure ends a socket: the script can't go on after it, and nobody can receive neither a message
/// nor a failure, or both.
public final class WebSocketScript: FakeWebSocketSession {
  private let spy: Spy
  private let platform: WebSocketPlatform
  private let queue: CallbackQueue
  private let made = Mutex<[FakeWebSocketTask]>([])
  private let owner: Sentinel
  let delegation = SessionDelegation()

  /// A session without sockets.
  ///
  /// - Parameters:
  ///   - simulation: Where queued messages are events, named `websocket.deliver`.
  ///   - spy: What records each open, each close, each receive and what it gets.
  ///   - platform: What becomes of receives that wait when the app closes a socket.
  public init(in simulation: Simulation, spy: Spy, platform: WebSocketPlatform = .newer) {
    self.spy = spy
    self.platform = platform
    queue = CallbackQueue(in: simulation)
    owner = Sentinel(.owner, log: spy.log)
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
    made.withLock { made in made.append(task) }
    return task
  }

  /// The number of sockets that are open.
  public var openSockets: Int {
    tasks.count { task in task.isOpen }
  }

  /// Hands every open socket a message, for its first receive that waits or the next that comes.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - delivery: When it arrives; a late one reaches a receive that the app's close left stuck.
  public func send(_ message: FakeWebSocketTask.Message, _ delivery: CallbackDelivery = .direct) {
    play(delivery) { task, isLate in
      if isLate { task.arriveLate(message) } else { task.arrive(message) }
    }
  }

  /// Ends every open socket with an error, after the messages before it.
  ///
  /// - Parameters:
  ///   - error: What receives fail with, unchanged.
  ///   - delivery: When the socket ends.
  public func fail(_ error: any Error, _ delivery: CallbackDelivery = .direct) {
    play(delivery) { task, _ in task.end(error) }
  }

  /// The sockets that were made, in order.
  var tasks: [FakeWebSocketTask] { made.withLock { made in made } }

  private func play(
    _ delivery: CallbackDelivery,
    _ action: @escaping @Sendable (FakeWebSocketTask, _ isLate: Bool) -> Void
  ) {
    for task in tasks where task.isOpen {
      switch delivery {
      case .direct: action(task, false)
      case .queued(let delay):
        queue.asyncAfter(delay, FakeWebSocketTask.deliveryLabel) { action(task, false) }
      case .late(let delay):
        queue.asyncAfter(delay, FakeWebSocketTask.deliveryLabel) { action(task, true) }
      }
    }
  }
}

extension WebSocketScript: SocketPeer {
  func connect(_ task: FakeWebSocketTask) { task.connectionStands() }

  func sent(_ message: FakeWebSocketTask.Message, by task: FakeWebSocketTask) {}

  func pinged(by task: FakeWebSocketTask, _ answer: @escaping @Sendable () -> Void) {
    queue.async("websocket.pong") { answer() }
  }

  func closed(
    _ task: FakeWebSocketTask, with code: FakeWebSocketTask.CloseCode, reason: Data?
  ) {}
}
