import SluiceTesting
import Synchronization

/// The quotes of a market, by an iterator that is written by hand.
struct Quotes: AsyncSequence, Sendable {
  typealias Element = Double
  typealias Failure = any Error

  let source: FakeListener<Double>
  let leaks: Bool

  func makeAsyncIterator() -> Iterator {
    Iterator(owner: Owner(feed: QuoteFeed(source: source, leaks: leaks)))
  }

  /// The feed of an iterator, which stops with it.
  final class Owner: Sendable {
    let feed: QuoteFeed

    init(feed: QuoteFeed) { self.feed = feed }

    deinit { feed.stop() }
  }

  struct Iterator: AsyncIteratorProtocol {
    let owner: Owner

    func next() async throws -> Double? { try await owner.feed.next() }
  }

  static let stranger = Stranger(
    "handwritten-iterator", over: .listener(Double.self).lacking(.sendNothing),
    traits: .reference, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in Quotes(source: source, leaks: leaks) }
}

/// One subscription to the quotes, with what has come and was not asked for.
final class QuoteFeed: Sendable {
  private typealias Waiter = CheckedContinuation<Double?, any Error>

  private struct State {
    var isStarted = false
    var isOver = false
    var handle: ListenerHandle?
    var quotes: [Double] = []
    var failure: (any Error)?
    var waiters: [Waiter] = []
  }

  private let source: FakeListener<Double>
  private let leaks: Bool
  private let state = Mutex(State())

  init(source: FakeListener<Double>, leaks: Bool) {
    self.source = source
    self.leaks = leaks
  }

  func next() async throws -> Double? {
    try await withTaskCancellationHandler {
      if Task.isCancelled { stop() } else { start() }
      return try await withCheckedThrowingContinuation { waiter in wait(waiter) }
    } onCancel: {
      stop()
    }
  }

  /// Forgets everything, and answers whoever waits with the end.
  func stop() {
    let (handle, waiters) = state.withLock { state in
      defer {
        state.isStarted = true
        state.isOver = true
        state.quotes = []
        state.failure = nil
        state.waiters = []
      }
      return (leaks ? nil : state.handle.take(), state.waiters)
    }
    handle?.remove()
    for waiter in waiters { waiter.resume(returning: nil) }
  }

  private func start() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    do {
      let handle = try source.addListener(
        .result(
          { [weak self] result in self?.take(result) },
          onFinish: { [weak self] in self?.end(with: nil) }),
        throwing: (any Error).self)
      let isLate = state.withLock { state in
        if !state.isOver { state.handle = handle }
        return state.isOver
      }
      if isLate { handle.remove() }
    } catch {
      end(with: error)
    }
  }

  private func wait(_ waiter: Waiter) {
    let answer: Result<Double?, any Error>? = state.withLock { state in
      if !state.quotes.isEmpty { return .success(state.quotes.removeFirst()) }
      if let failure = state.failure.take() { return .failure(failure) }
      if state.isOver { return .success(nil) }
      state.waiters.append(waiter)
      return nil
    }
    if let answer { waiter.resume(with: answer) }
  }

  private func take(_ result: Result<Double, any Error>) {
    switch result {
    case .failure(let error): end(with: error)
    case .success(let quote):
      let waiter: Waiter? = state.withLock { state in
        guard !state.isOver else { return nil }
        if !state.waiters.isEmpty { return state.waiters.removeFirst() }
        state.quotes.append(quote)
        return nil
      }
      waiter?.resume(returning: quote)
    }
  }

  /// Ends after the quotes that have come, with an error or without.
  private func end(with error: (any Error)?) {
    let (handle, waiters) = state.withLock { state -> (ListenerHandle?, [Waiter]) in
      guard !state.isOver else { return (nil, []) }
      defer { state.waiters = [] }
      state.isOver = true
      if state.waiters.isEmpty { state.failure = error }
      return (state.handle.take(), state.waiters)
    }
    handle?.remove()
    for (index, waiter) in waiters.enumerated() {
      if index == 0, let error {
        waiter.resume(throwing: error)
      } else {
        waiter.resume(returning: nil)
      }
    }
  }
}
