public import Foundation
import SluiceSimulation
import SluiceSpies
import Synchronization

/// A web socket in the shape of Foundation's `URLSessionWebSocketTask`, whose peer is a scenario.
///
/// Fault model. It can be told to leave receives that wait when the app closes it stuck for ever,
/// as older systems do (``WebSocketPlatform``); its peer can send, close with a code, drop the
/// connection, ping, be slow, and send before the connection stands; a script can hand over
/// messages inside `resume()`, inside `cancel(with:reason:)` and after it. It never hands one
/// message to two receives, never calls a receive handler twice, never calls one inside the call
/// that set it, never loses a message of an open socket nor changes the order, and does nothing by
/// chance. The source of these obligations is the article on iterating over web socket messages.
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

  struct State {
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
  }

  static let deliveryLabel = "websocket.deliver"

  /// Where the socket connects to.
  public let url: URL
  let queue: CallbackQueue
  let spy: Spy
  let platform: WebSocketPlatform
  let state = Mutex(State())
  /// The other side; gone with whoever made the task.
  weak let peer: (any SocketPeer)?

  init(
    to url: URL, of peer: any SocketPeer, on queue: CallbackQueue, spy: Spy,
    platform: WebSocketPlatform
  ) {
    self.url = url
    self.peer = peer
    self.queue = queue
    self.spy = spy
    self.platform = platform
  }

  /// Why the socket was closed; `.invalid` until it is.
  public var closeCode: CloseCode { state.withLock { state in state.closeCode } }

  /// What was said with the close code; nil until the socket is closed, and where nothing was said.
  public var closeReason: Data? { state.withLock { state in state.closeReason } }

  /// Why the connection ended; nil while it has not.
  public var error: (any Error)? { state.withLock { state in state.error } }

  /// Whether the socket was resumed and nobody has closed or dropped it.
  package var isOpen: Bool {
    state.withLock { state in state.registration != nil && state.closing == nil }
  }

  /// Opens the socket, for which a spy counts a registration; a second call does nothing, nor does
  /// one after a close.
  public func resume() {
    guard state.withLock({ state in state.registration == nil && state.closing == nil }) else {
      return
    }
    let registration = spy.addCalled()
    let sentinel = Sentinel(.handle(registration.id), log: spy.log)
    state.withLock { state in
      state.registration = registration
      state.sentinel = sentinel
    }
    peer?.connect(self)
    registration.reachAdd()
    registration.addReturned()
  }
}
