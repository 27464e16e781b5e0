public import Foundation
import SluiceSimulation
public import SluiceSpies
import Synchronization

extension FakeWebSocketTask {
  /// A web socket message.
  public enum Message: Sendable, Hashable, ProjectsToValue {
    /// A message of bytes.
    case data(Data)
    /// A message of text.
    case string(String)

    /// The number of bytes on the wire, without those of the frame.
    fileprivate var byteCount: Int {
      switch self {
      case .data(let data): data.count
      case .string(let text): text.utf8.count
      }
    }

    /// The text as it is, bytes as `bytes("…")` in base64.
    public var projected: Value {
      switch self {
      case .string(let text): .string(text)
      case .data(let data):
        .call("bytes", .string(data.base64EncodedString()))
      }
    }
  }

  /// A reason for which a web socket was closed, by its number in the protocol.
  public enum CloseCode: Int, Sendable, Hashable, CaseIterable {
    /// The socket is not closed.
    case invalid = 0
    /// What the connection was for is done.
    case normalClosure = 1000
    /// A side goes away.
    case goingAway = 1001
    /// A side did not keep to the protocol.
    case protocolError = 1002
    /// A side got data of a kind that it can't accept.
    case unsupportedData = 1003
    /// A close frame without a code came.
    case noStatusReceived = 1005
    /// The connection ended without a close frame.
    case abnormalClosure = 1006
    /// A message's data was not of its type.
    case invalidFramePayloadData = 1007
    /// A message broke a policy.
    case policyViolation = 1008
    /// A message was too big.
    case messageTooBig = 1009
    /// The server did not agree to an extension.
    case mandatoryExtensionMissing = 1010
    /// The server met a condition that it did not expect.
    case internalServerError = 1011
    /// The secure connection could not be made.
    case tlsHandshakeFailure = 1015
  }
}

// MARK: - Receiving

extension FakeWebSocketTask {
  /// The next message, once it is there.
  ///
  /// Cancelling the task that waits changes nothing, as with the vendor's. Where the app closes the
  /// socket, an older system leaves this call waiting for ever.
  /// - Returns: The message; no other receive gets it.
  /// - Throws: `WebSocketError` once the socket is closed or the connection lost, or what a script
  ///   fails with.
  public func receive() async throws -> Message {
    try await withCheckedThrowingContinuation { continuation in
      receive { result in continuation.resume(with: result) }
    }
  }

  /// Sets a handler that takes one message, and no more.
  ///
  /// - Parameter completionHandler: Called once, on the socket's queue and never inside this call,
  ///   with a message or with the reason for which there will be none. Where the app closes the
  ///   socket, an older system never calls it.
  public func receive(
    completionHandler: @escaping @Sendable (Result<Message, any Error>) -> Void
  ) {
    let receive = Receive(
      handler: completionHandler, sentinel: Sentinel(.fixture, log: spy.log))
    let (registration, isStuck, isAnswerable) = condition.withLock { state in
      let isStuck = platform == .older && state.closing == .byApp
      if isStuck { state.stuck.append(receive) } else { state.waiting.append(receive) }
      return (state.registration, isStuck, !state.inbox.isEmpty || state.failure != nil)
    }
    registration?.receiveCalled()
    if isAnswerable, !isStuck { answerLater() }
  }

  /// A message has arrived: the first receive that waits gets it, in this very event.
  func arrive(_ message: Message) {
    guard message.byteCount <= maximumMessageSize else {
      return end(
        WebSocketError.messageTooLong, closeCode: .messageTooBig, hasFrame: false)
    }
    let isOpen = condition.withLock { state in
      guard state.closing == nil else { return false }
      state.inbox.append(message)
      return true
    }
    if isOpen { answerOne() }
  }

  /// A message has arrived after the app's close, which a receive that is stuck gets all the same.
  func arriveLate(_ message: Message) {
    guard condition.withLock({ state in state.closing == .byApp }) else { return arrive(message) }
    let taken = condition.withLock { state in
      state.stuck.isEmpty ? nil : (state.stuck.removeFirst(), state.registration)
    }
    if let (receive, registration) = taken {
      answer(receive, with: .success(message), of: registration)
    }
  }

  /// Has the next message answer the next receive in an event of its own.
  func answerLater() {
    queue.async(Self.deliveryLabel) { [self] in answerOne() }
  }

  /// Answers the first receive that waits, if there is something to answer it with.
  func answerOne() {
    let taken = condition.withLock { state -> (Receive, Result<Message, any Error>)? in
      guard !state.waiting.isEmpty else { return nil }
      if !state.inbox.isEmpty {
        return (state.waiting.removeFirst(), .success(state.inbox.removeFirst()))
      }
      return state.failure.map { failure in (state.waiting.removeFirst(), .failure(failure)) }
    }
    guard let (receive, result) = taken else { return }
    let registration = condition.withLock { state in state.registration }
    answer(receive, with: result, of: registration)
    if case .failure = result { endRegistration() }
  }

  private func answer(
    _ receive: Receive, with result: Result<Message, any Error>, of registration: SpyRegistration?
  ) {
    guard let registration else { return receive.handler(result) }
    let payload: Event.Payload =
      switch result {
      case .success(let message): .value(message.projected)
      case .failure(let error): .failure(Failure(error))
      }
    registration.deliver(payload) { receive.handler(result) }
  }

  /// The socket is closed and somebody knows: where the peer closed it, nobody has to any more.
  private func endRegistration() {
    let registration = condition.withLock { state in
      state.closing == .byPeer ? state.registration : nil
    }
    guard let registration, registration.isActive else { return }
    registration.remove { _ in }
  }
}

// MARK: - Sending

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
    condition.withLock { state in
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

/// A reason for which a receive or a send of a web socket fails.
public enum WebSocketError: Error, Sendable, Hashable, CaseIterable, ProjectsToValue,
  CustomStringConvertible
{
  /// The app has closed the socket.
  case cancelled
  /// The connection was lost without a close.
  case connectionLost
  /// The peer has closed the socket, or it was never opened.
  case notConnected
  /// A message was larger than the socket's ``FakeWebSocketTask/maximumMessageSize``.
  case messageTooLong

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .cancelled: "the app has closed the socket"
    case .connectionLost: "the connection was lost"
    case .notConnected: "the socket is not connected"
    case .messageTooLong: "the message is too long"
    }
  }

  /// The name that scenarios use, such as `connection-lost`, as a symbol.
  public var projected: Value { .symbol(scenarioName) }

  /// The name that scenarios use.
  package var scenarioName: String {
    switch self {
    case .cancelled: "cancelled"
    case .connectionLost: "connection-lost"
    case .notConnected: "not-connected"
    case .messageTooLong: "message-too-long"
    }
  }
}
