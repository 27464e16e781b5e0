import FakeListener
import ReferenceStreams
import SluiceConformance
import SluiceProducts
import Synchronization

/// Forwards a right stream in a task of its own to a continuation, and answers with the end or the
/// error whoever waits, without noting that nobody waits any more: a cancel then answers, too.
///
/// Values it hands over as it should.
enum FaultyForwardsAnEndTwice {
  static let subject = Subject.overListener("faulty-forwards-an-end-twice") { source, options in
    RelaySequence(source: source, options: options)
  }
}

private struct RelaySequence: AsyncSequence, Sendable {
  let source: FakeListener<SentinelElement>
  let options: ListenerOptions

  func makeAsyncIterator() -> Iterator {
    Iterator(relay: Relay(source.values(options: options)))
  }

  struct Iterator: AsyncIteratorProtocol {
    let relay: Relay

    func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      try await relay.next()
    }
  }
}

/// The consumer's side of one iteration.
private final class Relay: Sendable {
  private typealias Waiter = CheckedContinuation<SentinelElement?, any Error>
  private typealias Answer = Result<SentinelElement?, any Error>

  /// What the task and the consumer share.
  private final class Desk: Sendable {
    struct State {
      var buffer: [SentinelElement] = []
      var end: Answer?
      var waiter: Waiter?
    }

    let state = Mutex(State())

    func send(_ element: SentinelElement) {
      let waiter = state.withLock { state in
        let waiter = state.waiter.take()
        if waiter == nil, state.end == nil { state.buffer.append(element) }
        return waiter
      }
      waiter?.resume(returning: element)
    }

    func finish(_ end: Answer) {
      let waiter = state.withLock { state in
        guard state.end == nil else { return Waiter?.none }
        state.end = state.waiter == nil ? end : .success(nil)
        return state.waiter
      }
      waiter?.resume(with: end)
    }

    func cancel() {
      let waiter = state.withLock { state in
        state.buffer = []
        state.end = .success(nil)
        return state.waiter.take()
      }
      waiter?.resume(returning: nil)
    }

    func ask(_ waiter: Waiter) {
      let answer = state.withLock { state -> Answer? in
        if !state.buffer.isEmpty { return .success(state.buffer.removeFirst()) }
        guard let end = state.end else {
          state.waiter = waiter
          return nil
        }
        state.end = .success(nil)
        return end
      }
      if let answer { waiter.resume(with: answer) }
    }
  }

  private let desk = Desk()
  private let right: Mutex<ListenerSequence<SentinelElement, any Error>?>
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(_ right: ListenerSequence<SentinelElement, any Error>) {
    self.right = Mutex(right)
  }

  deinit {
    task.withLock { task in task.take() }?.cancel()
  }

  func next() async throws -> SentinelElement? {
    try await withTaskCancellationHandler {
      forward()
      defer { desk.state.withLock { state in state.waiter = nil } }
      return try await withCheckedThrowingContinuation { waiter in desk.ask(waiter) }
    } onCancel: {
      right.withLock { right in right = nil }
      task.withLock { task in task.take() }?.cancel()
      desk.cancel()
    }
  }

  private func forward() {
    guard let right = right.withLock({ right in right.take() }) else { return }
    let forwarding = Task { [desk] in
      do {
        for try await element in right { desk.send(element) }
        desk.finish(.success(nil))
      } catch {
        desk.finish(.failure(error))
      }
    }
    task.withLock { task in task = forwarding }
  }
}
