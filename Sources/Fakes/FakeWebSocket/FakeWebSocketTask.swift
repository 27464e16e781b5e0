public import Foundation
import SluiceSimulation
import SluiceSpies
import Synchronization

/// A web socket in the shape of Foundation's `URLSessionWebSocketTask`, whose peer is a scenario.
///
/// Not modelled, and refused with a sentence: other schemes than ws and wss, handshakes,
/// suspension, identifiers, priorities and progress, other kinds of task, configurations, queues
/// and lists of tasks.
///
/// Fault model. It can be told to leave receives that wait when the app closes it stuck for ever,
/// as older systems do (``WebSocketPlatform``); its peer can send, close with a code, drop the
/// connection, ping, be slow, and send before the connection stands; a script can hand over
/// messages inside `resume()`, inside `cancel(with:reason:)` and after it. A message that is larger
/// than ``maximumMessageSize`` ends the socket with an error. It never hands one
/// message to two receives, never calls a receive handler twice, never calls one inside the call
/// that set it, never loses a message of an open socket nor changes the order, and does nothing by
/// chance. The source of these obligations is the article on iterating over web socket messages,
/// and for the members below Apple's documentation of `URLSessionWebSocketTask`.
///
/// A stream over `URLSession` compiles over the fake with a few aliases in the module of its tests:
///
/// ```swift
/// typealias URLSession = any FakeWebSocketSession
/// typealias URLSessionTask = FakeWebSocketTask
/// typealias URLSessionWebSocketTask = FakeWebSocketTask
/// typealias URLSessionWebSocketDelegate = FakeWebSocketDelegate
/// ```
///
/// A module with the feature `MemberImportVisibility` imports the fake in the stream's file, too.
///
/// - Of `URLSessionWebSocketTask` the fake has every member.
/// - Of `URLSessionTask` it has `resume()`, `cancel()`, `state`, `error`, `delegate` and ``url``.
/// - Of `URLSession` it has what ``FakeWebSocketSession`` lists. A session is made as a
///   ``WebSocketEmulator`` or ``WebSocketScript``: it has no `shared` and no initializer.
/// - Of the delegates it has what ``FakeWebSocketDelegate`` lists. Methods for challenges,
///   redirects, metrics and invalid sessions compile and are never called.
///
/// An error is a ``WebSocketError``, where Foundation has `URLError` and POSIX errors.
///
/// The registration that spies count is the open socket: `resume()` adds, a close removes. Every
/// call of `cancel(with:reason:)` on a socket that the app has to close is recorded; one that the
/// peer closed or dropped is removed at the latest when a receive has been told. Each receive is
/// recorded, and what it gets is a callback of the socket's registration.
public final class FakeWebSocketTask: Sendable {
  /// A receive that has not been answered, with what shows whether anybody keeps it.
  struct Receive: Sendable {
    let handler: @Sendable (Result<Message, any Error>) -> Void
    let sentinel: Sentinel
  }

  /// Who closed the socket.
  enum Closing: Sendable {
    case byApp
    case byPeer
  }

  struct Condition {
    var registration: SpyRegistration?
    /// Shows whether anybody keeps the socket, which is its registration's handle.
    var sentinel: Sentinel?
    var closing: Closing?
    /// Messages that have arrived and that no receive has asked for.
    var inbox: [Message] = []
    /// Receives that wait, in the order of their calls.
    var waiting: [Receive] = []
    /// Receives of an older system that the app's close has left waiting.
    var stuck: [Receive] = []
    /// Why receives fail once the inbox is empty.
    var failure: (any Error)?
    var closeCode = CloseCode.invalid
    var closeReason: Data?
    var error: (any Error)?
    var maximumMessageSize = 1_048_576
    var delegate: (any FakeWebSocketDelegate)?
  }

  static let deliveryLabel = "websocket.deliver"

  /// Where the socket connects to.
  public let url: URL
  /// The protocols that the app offers, of which the peer takes the first.
  let protocols: [String]
  let queue: CallbackQueue
  let spy: Spy
  let platform: WebSocketPlatform
  let condition = Mutex(Condition())
  /// The other side; gone with whoever made the task.
  weak let peer: (any SocketPeer)?

  init(
    to url: URL, protocols: [String], of peer: any SocketPeer, on queue: CallbackQueue, spy: Spy,
    platform: WebSocketPlatform
  ) {
    self.url = url
    self.protocols = protocols
    self.peer = peer
    self.queue = queue
    self.spy = spy
    self.platform = platform
  }

  /// Why the socket was closed; `.invalid` until it is.
  public var closeCode: CloseCode { condition.withLock { state in state.closeCode } }

  /// What was said with the close code; nil until the socket is closed, and where nothing was said.
  public var closeReason: Data? { condition.withLock { state in state.closeReason } }

  /// The number of bytes of the largest message that the socket receives; a megabyte at first.
  ///
  /// A larger message ends the socket: receives fail with ``WebSocketError/messageTooLong``.
  public var maximumMessageSize: Int {
    get { condition.withLock { state in state.maximumMessageSize } }
    set { condition.withLock { state in state.maximumMessageSize = newValue } }
  }

  /// Why the connection ended; nil while it has not.
  public var error: (any Error)? { condition.withLock { state in state.error } }

  /// Whether the socket was resumed and nobody has closed or dropped it.
  package var isOpen: Bool {
    condition.withLock { state in state.registration != nil && state.closing == nil }
  }

  /// Opens the socket, for which a spy counts a registration; a second call does nothing, nor does
  /// one after a close.
  public func resume() {
    guard condition.withLock({ state in state.registration == nil && state.closing == nil }) else {
      return
    }
    let registration = spy.addCalled()
    let sentinel = Sentinel(.handle(registration.id), log: spy.log)
    condition.withLock { state in
      state.registration = registration
      state.sentinel = sentinel
    }
    peer?.connect(self)
    registration.reachAdd()
    registration.addReturned()
  }
}

// MARK: - Closing

extension FakeWebSocketTask {
  /// Ends the socket from the app's side without a close frame, as `URLSessionTask.cancel()` does.
  ///
  /// The close code stays invalid, and the peer sees an abnormal closure. Receives end as with
  /// ``cancel(with:reason:)``.
  public func cancel() {
    cancel(with: .invalid, reason: nil)
  }

  /// Closes the socket from the app's side.
  ///
  /// Messages that no receive has taken are dropped. A receive that waits fails, in an event of its
  /// own, or stays stuck: see ``WebSocketPlatform``. On a socket that is closed already it changes
  /// nothing.
  ///
  /// - Parameters:
  ///   - closeCode: What the peer is told.
  ///   - reason: What it is told besides.
  public func cancel(with closeCode: CloseCode, reason: Data?) {
    let (registration, isClosedByPeer) = condition.withLock { state in
      (state.registration, state.closing == .byPeer)
    }
    // What the peer has closed needs no close of the app's, so a late one is no second remove.
    if isClosedByPeer, registration?.isActive != true { return }
    guard let registration else { return close(closeCode, reason) }
    registration.remove { isFirst in
      if isFirst { close(closeCode, reason) }
    }
  }

  /// Records that the app is about to close the socket, by ``cancel(with:reason:)`` or by way of
  /// the stream that reads it.
  ///
  /// Without it a close is taken for the stream's own. It closes nothing, and says nothing of a
  /// socket that was never opened or whose close is recorded already.
  public func recordAppClose() {
    let registration = condition.withLock { state in state.registration }
    if let registration, registration.isActive { registration.closedByApp() }
  }

  private func close(_ closeCode: CloseCode, _ reason: Data?) {
    let failing = condition.withLock { state -> Int? in
      guard state.closing == nil else { return nil }
      state.closing = .byApp
      state.closeCode = closeCode
      state.closeReason = reason
      state.error = WebSocketError.cancelled
      state.inbox = []
      switch platform {
      case .newer: state.failure = WebSocketError.cancelled
      case .older:
        state.stuck += state.waiting
        state.waiting = []
      }
      return state.waiting.count
    }
    guard let failing else { return }
    peer?.closed(
      self, with: closeCode == .invalid ? .abnormalClosure : closeCode, reason: reason)
    for _ in 0..<failing { answerLater() }
    tellCompletion()
  }

  /// The other side has closed the socket, or the connection is lost: receives get what has arrived
  /// before, and fail then.
  ///
  /// - Parameters:
  ///   - failure: What they fail with.
  ///   - closeCode: What the peer said; `.invalid` where it said nothing.
  ///   - reason: What it said besides.
  ///   - hasFrame: Whether a close frame of the peer has the code.
  func end(
    _ failure: any Error, closeCode: CloseCode = .invalid, reason: Data? = nil,
    hasFrame: Bool = true
  ) {
    let waiting = condition.withLock { state -> Int? in
      guard state.closing == nil else { return nil }
      state.closing = .byPeer
      state.closeCode = closeCode
      state.closeReason = reason
      state.error = failure
      state.failure = failure
      return state.waiting.count
    }
    guard let waiting else { return }
    if hasFrame, closeCode != .invalid { tellClose(closeCode, reason) }
    for _ in 0..<waiting { answerOne() }
    tellCompletion()
  }
}

/// What a system does with the receives of a socket that the app closes while they wait.
///
/// From the article on iterating over web socket messages: what is new there is what iOS 17 and
/// later do.
public enum WebSocketPlatform: String, Sendable, Hashable, CaseIterable {
  /// They fail with ``WebSocketError/cancelled``, and so does every later one.
  case newer
  /// They are stuck for ever, as is every later one: neither answered nor let go of while the
  /// socket lives.
  case older
}

/// The other side of a socket, as the socket speaks to it.
protocol SocketPeer: FakeWebSocketSession {
  /// The delegate of the session, and whether the session is invalid.
  var delegation: SessionDelegation { get }
  /// The sockets of the session.
  var tasks: [FakeWebSocketTask] { get }
  /// The socket was resumed.
  func connect(_ task: FakeWebSocketTask)
  /// The socket has sent a message.
  func sent(_ message: FakeWebSocketTask.Message, by task: FakeWebSocketTask)
  /// The socket has sent a ping; the answer is called when the pong is back, in an event.
  func pinged(by task: FakeWebSocketTask, _ answer: @escaping @Sendable () -> Void)
  /// The app has closed the socket.
  func closed(
    _ task: FakeWebSocketTask, with code: FakeWebSocketTask.CloseCode, reason: Data?)
}
