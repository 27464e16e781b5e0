import SluiceSpies
import Synchronization

/// The smallest backend that a stream can be made of: it keeps listeners and calls them.
final class ToySource: Sendable {
  struct Listener {
    let registration: SpyRegistration
    let continuation: AsyncThrowingStream<Value, any Error>.Continuation
  }

  private let spy: Spy
  private let state = Mutex([Listener]())

  init(spy: Spy) {
    self.spy = spy
  }

  var listenerCount: Int {
    state.withLock { listeners in listeners.count }
  }

  func add(_ continuation: AsyncThrowingStream<Value, any Error>.Continuation) {
    let registration = spy.addCalled()
    state.withLock { listeners in
      listeners.append(Listener(registration: registration, continuation: continuation))
    }
    continuation.onTermination = { [self] _ in remove(registration) }
    registration.reachAdd()
    registration.addReturned()
  }

  /// Calls every listener back.
  func call(
    _ payload: Event.Payload,
    _ body: (AsyncThrowingStream<Value, any Error>.Continuation) -> Void
  ) {
    let listeners = state.withLock { listeners in listeners }
    for listener in listeners {
      listener.registration.deliver(payload) { body(listener.continuation) }
    }
  }

  private func remove(_ registration: SpyRegistration) {
    registration.remove { isFirst in
      guard isFirst else { return }
      state.withLock { listeners in
        listeners.removeAll { listener in listener.registration.id == registration.id }
      }
    }
  }
}

/// An error of the toy backend, with a code and at most one field.
struct ToyError: Error, ProjectsToValue {
  let code: String
  let number: Int64?

  var projected: Value {
    guard let number else { return .symbol(code) }
    return .call(code, [Value.Argument("number", .integer(number))])
  }
}

/// A stream of the toy backend: one subscription for each iterator, right or wrong.
struct ToySequence: AsyncSequence, Sendable {
  enum Kind: Sendable {
    /// As it should be.
    case right
    /// Nothing wakes it, not even a cancel.
    case deaf
    /// Whoever asks past the end waits for ever.
    case stuckPastTheEnd
    /// It waits for a task on an executor that never runs anything.
    case absent
    /// It adds its listener on a thread that no simulation knows.
    case foreign
    /// It throws once, where it was cancelled.
    case throwingOnCancel
  }

  let source: ToySource
  let kind: Kind

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: AsyncThrowingStream<Value, any Error>.AsyncIterator
    let kind: Kind
    private var isOver = false

    init(base: AsyncThrowingStream<Value, any Error>.AsyncIterator, kind: Kind) {
      self.base = base
      self.kind = kind
    }

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Value? {
      if kind == .absent { await Task(executorPreference: AbsentExecutor.shared) {}.value }
      if kind == .deaf || kind == .stuckPastTheEnd && isOver { await waitForEver(actor) }
      // A stream of the standard library may throw the same error twice; this one must not.
      guard !isOver else { return nil }
      isOver = true
      let value = try await base.next(isolation: actor)
      isOver = value == nil
      if isOver, kind == .throwingOnCancel { try Task.checkCancellation() }
      return value
    }

    private func waitForEver(_ actor: isolated (any Actor)?) async {
      await withCheckedContinuation(isolation: actor) {
        (waiter: CheckedContinuation<Void, Never>) in
        Self.forgotten.withLock { forgotten in forgotten.append(waiter) }
      }
    }

    /// Waiters that nobody resumes; kept, so that the runtime has no leak to complain of.
    private static let forgotten = Mutex([CheckedContinuation<Void, Never>]())
  }

  func makeAsyncIterator() -> AsyncIterator {
    let source = source
    let isForeign = kind == .foreign
    let stream = AsyncThrowingStream<Value, any Error> { continuation in
      if isForeign {
        ForeignThread.shared.run { source.add(continuation) }
      } else {
        source.add(continuation)
      }
    }
    return AsyncIterator(base: stream.makeAsyncIterator(), kind: kind)
  }
}
