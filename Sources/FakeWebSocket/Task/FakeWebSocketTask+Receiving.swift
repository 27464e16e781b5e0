import SluiceSimulation
import SluiceSpies
import Synchronization

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
    let (registration, isStuck, isAnswerable) = state.withLock { state in
      let isStuck = platform == .older && state.closing == .byApp
      if isStuck { state.stuck.append(receive) } else { state.waiting.append(receive) }
      return (state.registration, isStuck, !state.inbox.isEmpty || state.failure != nil)
    }
    registration?.receiveCalled()
    if isAnswerable, !isStuck { answerLater() }
  }

  /// A message has arrived: the first receive that waits gets it, in this very event.
  func arrive(_ message: Message) {
    let isOpen = state.withLock { state in
      guard state.closing == nil else { return false }
      state.inbox.append(message)
      return true
    }
    if isOpen { answerOne() }
  }

  /// A message has arrived after the app's close, which a receive that is stuck gets all the same.
  func arriveLate(_ message: Message) {
    guard state.withLock({ state in state.closing == .byApp }) else { return arrive(message) }
    let taken = state.withLock { state in
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
    let taken = state.withLock { state -> (Receive, Result<Message, any Error>)? in
      guard !state.waiting.isEmpty else { return nil }
      if !state.inbox.isEmpty {
        return (state.waiting.removeFirst(), .success(state.inbox.removeFirst()))
      }
      return state.failure.map { failure in (state.waiting.removeFirst(), .failure(failure)) }
    }
    guard let (receive, result) = taken else { return }
    let registration = state.withLock { state in state.registration }
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
    let registration = state.withLock { state in
      state.closing == .byPeer ? state.registration : nil
    }
    guard let registration, registration.isActive else { return }
    registration.remove { _ in }
  }
}
