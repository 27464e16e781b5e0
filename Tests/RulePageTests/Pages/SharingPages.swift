import FakeListener
import SluiceConformance
import SluiceProducts
import SluiceSpies
import Synchronization

/// The pages of the group `isolation`.
enum SharingPages {
  static let all = [
    independentIterators, cancelOneSparesOthers, concurrentNextContained, restart,
  ]

  static let independentIterators = RulePage.sequences(
    .independentIterators, .asyncStreamPerIterator, lacking: .fail, .finish, .sendNothing
  ) { source in
    IndependentIteratorsWrong(source: source)
  } right: { source in
    IndependentIteratorsRight(source: source)
  }

  static let cancelOneSparesOthers = RulePage.sequences(
    .cancelOneSparesOthers, .asyncStreamPerIterator, lacking: .fail, .finish, .sendNothing
  ) { source in
    CancelOneWrong(source: source)
  } right: { source in
    CancelOneRight(source: source)
  }

  static let concurrentNextContained = RulePage.sequences(
    .concurrentNextContained, Traits.shared.with { $0.bufferOnCancel = .drops },
    lacking: .fail, .sendNothing
  ) { source in
    SplitSequence<ConcurrentNextWrong>(source: source)
  } right: { source in
    SplitSequence<ConcurrentNextRight>(source: source)
  }

  static let restart = RulePage.managers(
    .restart, RestartWrong.self, RestartRight.self,
    traits: Traits.asyncStream.with { $0.removal = .settled })
}

private final class IndependentIteratorsWrong: AsyncSequence {
  let source: Ticker

  init(source: Ticker) { self.source = source }

  // wrong: isolation.independent-iterators
  // An AsyncStream with a listener of its own.
  lazy var prices = source.prices()

  func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
    prices.makeAsyncIterator()
  }
  // end
}

private struct IndependentIteratorsRight: AsyncSequence {
  let source: Ticker

  // right: isolation.independent-iterators
  func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
    // An AsyncStream with a listener of its own.
    source.prices().makeAsyncIterator()
  }
  // end
}

private struct CancelOneWrong: AsyncSequence {
  let source: Ticker
  // wrong: isolation.cancel-one-spares-others
  // All iterators share the slot.
  let slot = Box<ListenerHandle>()

  func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
    let (prices, continuation) = AsyncStream<Double>.makeStream()
    slot.value = source.addValueListener { continuation.yield($0) }
    continuation.onTermination = { [slot] _ in slot.take()?.remove() }
    return prices.makeAsyncIterator()
  }
  // end
}

private struct CancelOneRight: AsyncSequence {
  let source: Ticker
  // right: isolation.cancel-one-spares-others
  func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
    let (prices, continuation) = AsyncStream<Double>.makeStream()
    let handle = source.addValueListener { continuation.yield($0) }
    continuation.onTermination = { _ in handle.remove() }
    return prices.makeAsyncIterator()
  }
  // end
}

/// Where several consumers of one listener wait.
private protocol SplitState: Sendable, SendableMetatype {
  init()
  mutating func wait(_ waiter: Waiter)
  /// The waiter that a price goes to.
  mutating func first() -> Waiter?
  /// Those who are told of the end.
  mutating func finish() -> [Waiter]
}

private struct ConcurrentNextWrong: SplitState {
  // wrong: isolation.concurrent-next-contained
  var waiter: Waiter?  // the continuation of a next()

  mutating func wait(_ waiter: Waiter) { self.waiter = waiter }
  mutating func first() -> Waiter? { waiter.take() }
  mutating func finish() -> [Waiter] {
    defer { waiter = nil }
    return waiter.map { [$0] } ?? []
  }
  // end
}

private struct ConcurrentNextRight: SplitState {
  // right: isolation.concurrent-next-contained
  var waiters: [Waiter] = []  // the continuation of each next()

  mutating func wait(_ waiter: Waiter) { waiters.append(waiter) }
  mutating func first() -> Waiter? {
    waiters.isEmpty ? nil : waiters.removeFirst()
  }
  mutating func finish() -> [Waiter] {
    defer { waiters = [] }
    return waiters
  }
  // end
}

/// A sequence with one listener, whose iterators divide the prices among them.
private final class SplitSequence<State: SplitState>: AsyncSequence, Sendable {
  private struct Shared {
    var state = State()
    var buffer: [Double] = []
    var isOver = false
  }

  private let shared = Mutex(Shared())
  private let slot = Box<ListenerHandle>()

  init(source: Ticker) {
    slot.value = source.addListener(
      .value(
        { [weak self] price in self?.receive(price) }, onFinish: { [weak self] in self?.end() }))
  }

  deinit { slot.take()?.remove() }

  func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  struct Iterator: AsyncIteratorProtocol {
    let sequence: SplitSequence

    func next() async throws -> Double? {
      try await withTaskCancellationHandler {
        try await sequence.next()
      } onCancel: {
        sequence.stop()
      }
    }
  }

  private func receive(_ price: Double) {
    let waiter = shared.withLock { shared -> Waiter? in
      if shared.isOver { return nil }
      if let waiter = shared.state.first() { return waiter }
      shared.buffer.append(price)
      return nil
    }
    waiter?.resume(returning: price)
  }

  private func stop() {
    shared.withLock { shared in shared.buffer = [] }
    end()
  }

  private func end() {
    let waiters = shared.withLock { shared in
      shared.isOver = true
      return shared.state.finish()
    }
    slot.take()?.remove()
    for waiter in waiters { waiter.resume(returning: nil) }
  }

  private func next() async throws -> Double? {
    try await withCheckedThrowingContinuation { waiter in
      let answer = shared.withLock { shared -> Result<Double?, any Error>? in
        if !shared.buffer.isEmpty { return .success(shared.buffer.removeFirst()) }
        if shared.isOver { return .success(nil) }
        shared.state.wait(waiter)
        return nil
      }
      if let answer { waiter.resume(with: answer) }
    }
  }
}

private final class RestartWrong: Manager {
  let source: Ticker
  let slot = Box<ListenerHandle>()

  init(_ source: Ticker) { self.source = source }

  // wrong: isolation.restart
  // All streams share the slot.
  func prices() -> AsyncStream<Double> {
    AsyncStream { continuation in
      slot.value = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { [slot] _ in
        Task { slot.take()?.remove() }
      }
    }
  }
  // end
}

private final class RestartRight: Manager {
  let source: Ticker

  init(_ source: Ticker) { self.source = source }

  // right: isolation.restart
  func prices() -> AsyncStream<Double> {
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
  }
  // end
}
