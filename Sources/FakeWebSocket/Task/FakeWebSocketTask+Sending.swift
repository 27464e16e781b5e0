import SluiceSimulation
import Synchronization

extension FakeWebSocketTask {
  /// Sends a message to the peer.
  ///
  /// - Parameter message: The message.
  /// - Throws: `WebSocketError` where the socket is closed before the message is on its way.
  public func send(_ message: Message) async throws {
    typealias Continuation = CheckedContinuation<Void, any Error>
    try await withCheckedThrowingContinuation { (continuation: Continuation) in
      send(message) { error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// Sends a message to the peer.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - completionHandler: Called on the socket's queue once the message is on its way, or with
  ///     the reason for which it is not.
  public func send(
    _ message: Message, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    if let reason = reasonNotToSend { return complete(completionHandler, with: reason) }
    peer?.sent(message, by: self)
    complete(completionHandler, with: nil)
  }

  /// Asks the peer for a sign of life.
  ///
  /// - Parameter pongReceiveHandler: Called on the socket's queue when the peer has answered, or
  ///   with the reason for which it will not.
  public func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {
    if let reason = reasonNotToSend { return complete(pongReceiveHandler, with: reason) }
    peer?.pinged(by: self) { [self] in
      pongReceiveHandler(reasonNotToSend)
    }
  }

  /// Why nothing can be sent; nil while the socket is open.
  private var reasonNotToSend: (any Error)? {
    state.withLock { state in
      if let error = state.error { return error }
      return state.registration == nil ? WebSocketError.notConnected : nil
    }
  }

  private func complete(
    _ handler: @escaping @Sendable ((any Error)?) -> Void, with error: (any Error)?
  ) {
    queue.async("websocket.complete") { handler(error) }
  }
}
