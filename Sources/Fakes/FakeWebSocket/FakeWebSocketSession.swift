public import Foundation
import SluiceSpies
import Synchronization

/// A session in the shape of Foundation's `URLSession`, as far as web sockets need it:
/// ``WebSocketEmulator`` and ``WebSocketScript`` are such sessions.
///
/// The source of its obligations is Apple's documentation of `URLSession`.
public protocol FakeWebSocketSession: AnyObject, Sendable {
  /// The delegate of the sockets that have none of their own.
  ///
  /// The session keeps it until ``invalidateAndCancel()`` or ``finishTasksAndInvalidate()``, as
  /// `URLSession` does: a delegate that owns its session leaks without one of them.
  var delegate: (any FakeWebSocketDelegate)? { get set }

  /// Makes a socket that is not open yet.
  ///
  /// A session that is invalid makes none, and traps.
  ///
  /// - Parameters:
  ///   - url: Where it connects to. A scheme other than `ws` and `wss` stops the process, as
  ///     Foundation raises an exception.
  ///   - protocols: The protocols that the app offers, of which the peer takes the first.
  /// - Returns: The socket, which the session holds until it goes away itself.
  func webSocketTask(with url: URL, protocols: [String]) -> FakeWebSocketTask

  /// Ends all sockets without a close frame, and lets go of the delegate once it knows.
  func invalidateAndCancel()

  /// Makes no socket from now on, and lets go of the delegate once all sockets have ended.
  func finishTasksAndInvalidate()
}

extension FakeWebSocketSession {
  /// Makes a socket that is not open yet and offers no protocols.
  ///
  /// - Parameter url: Where it connects to.
  /// - Returns: The socket, which the session holds until it goes away itself.
  public func webSocketTask(with url: URL) -> FakeWebSocketTask {
    webSocketTask(with: url, protocols: [])
  }
}

/// What a socket tells its delegate, in the shape of Foundation's `URLSessionWebSocketDelegate`.
///
/// Each call is an event of its own, named `websocket.delegate`. The delegate of a socket hears it,
/// or the delegate of its session if the socket has none. The source of these obligations is
/// Apple's documentation of `URLSessionWebSocketDelegate` and `URLSessionTaskDelegate`.
public protocol FakeWebSocketDelegate: AnyObject, Sendable {
  /// The connection stands.
  func urlSession(
    _ session: any FakeWebSocketSession, webSocketTask: FakeWebSocketTask,
    didOpenWithProtocol protocol: String?)

  /// A close frame has come from the peer.
  ///
  /// A close by the app and a lost connection have none: only the last method reports them.
  func urlSession(
    _ session: any FakeWebSocketSession, webSocketTask: FakeWebSocketTask,
    didCloseWith closeCode: FakeWebSocketTask.CloseCode, reason: Data?)

  /// The socket has ended, for whatever reason; the error is that of the socket.
  func urlSession(
    _ session: any FakeWebSocketSession, task: FakeWebSocketTask,
    didCompleteWithError error: (any Error)?)
}

extension FakeWebSocketDelegate {
  /// Takes no notice.
  public func urlSession(
    _ session: any FakeWebSocketSession, webSocketTask: FakeWebSocketTask,
    didOpenWithProtocol protocol: String?
  ) {}

  /// Takes no notice.
  public func urlSession(
    _ session: any FakeWebSocketSession, webSocketTask: FakeWebSocketTask,
    didCloseWith closeCode: FakeWebSocketTask.CloseCode, reason: Data?
  ) {}

  /// Takes no notice.
  public func urlSession(
    _ session: any FakeWebSocketSession, task: FakeWebSocketTask,
    didCompleteWithError error: (any Error)?
  ) {}
}

/// The delegate of a session, and whether the session is invalid.
final class SessionDelegation: Sendable {
  private struct State {
    var delegate: (any FakeWebSocketDelegate)?
    var isInvalid = false
  }

  private let state = Mutex(State())

  var delegate: (any FakeWebSocketDelegate)? {
    get { state.withLock { state in state.delegate } }
    set {
      // The former delegate ends outside of the lock.
      let former = state.withLock { state in
        defer { state.delegate = newValue }
        return state.delegate
      }
      withExtendedLifetime(former) {}
    }
  }

  var isInvalid: Bool { state.withLock { state in state.isInvalid } }

  func invalidate() { state.withLock { state in state.isInvalid = true } }

  /// Stops the process where a session is invalid that is asked for a socket, or where the socket
  /// is none by its URL.
  func checkSocket(to url: URL) {
    precondition(!isInvalid, "a session that is invalid was asked for a socket")
    if !url.isOfWebSocket { MissingWebSocketPart.schemes.stop(at: url.absoluteString) }
  }
}

extension URL {
  /// Whether a web socket can connect to it: its scheme is `ws` or `wss`.
  package var isOfWebSocket: Bool {
    guard let scheme = scheme?.lowercased() else { return false }
    return ["ws", "wss"].contains(scheme)
  }
}

extension WebSocketEmulator {
  /// The delegate of the sockets that have none of their own.
  public var delegate: (any FakeWebSocketDelegate)? {
    get { delegation.delegate }
    set { delegation.delegate = newValue }
  }

  /// Ends all sockets without a close frame, and lets go of the delegate once it knows.
  public func invalidateAndCancel() { invalidate(cancelling: true) }

  /// Makes no socket from now on, and lets go of the delegate once all sockets have ended.
  public func finishTasksAndInvalidate() { invalidate(cancelling: false) }
}

extension WebSocketScript {
  /// The delegate of the sockets that have none of their own.
  public var delegate: (any FakeWebSocketDelegate)? {
    get { delegation.delegate }
    set { delegation.delegate = newValue }
  }

  /// Ends all sockets without a close frame, and lets go of the delegate once it knows.
  public func invalidateAndCancel() { invalidate(cancelling: true) }

  /// Makes no socket from now on, and lets go of the delegate once all sockets have ended.
  public func finishTasksAndInvalidate() { invalidate(cancelling: false) }
}

extension SocketPeer {
  fileprivate func invalidate(cancelling: Bool) {
    delegation.invalidate()
    for task in tasks where cancelling && task.state == .running { task.cancel() }
    releaseDelegate()
  }

  /// Lets go of the delegate of an invalid session whose sockets have ended.
  func releaseDelegate() {
    guard delegation.isInvalid else { return }
    if tasks.allSatisfy({ task in task.state != .running }) { delegation.delegate = nil }
  }
}
