import FakeListener
import Synchronization

/// The place where a `next()` waits: what it does at once, a page says.
typealias Waiter = CheckedContinuation<Double?, any Error>

/// The state between a listener and the `next()` of an iterator; each default is right, and a page
/// has steps of its own.
///
/// A step changes the state under the lock. What it returns is done when the lock is released.
protocol InboxState: Sendable, SendableMetatype {
  init()
  var buffer: [Double] { get set }
  var waiter: Waiter? { get set }
  var end: Result<Double?, any Error>? { get set }

  /// A price was called back: returns the waiter that the caller resumes with it.
  mutating func receive(_ price: Double) -> Waiter?
  /// The source has ended or failed, or the consumer was cancelled: returns the waiter that the
  /// caller resumes with the answer to ``ask()``.
  mutating func finish(_ end: Result<Double?, any Error>) -> Waiter?
  /// The consumer asks: returns the answer, or nil where it has to wait.
  mutating func ask() -> Result<Double?, any Error>?
}

extension InboxState {
  mutating func receive(_ price: Double) -> Waiter? {
    guard end == nil else { return nil }
    if let waiter = waiter.take() { return waiter }
    buffer.append(price)
    return nil
  }

  mutating func finish(_ end: Result<Double?, any Error>) -> Waiter? {
    guard self.end == nil else { return nil }
    self.end = end
    return waiter.take()
  }

  mutating func ask() -> Result<Double?, any Error>? {
    if !buffer.isEmpty { return .success(buffer.removeFirst()) }
    guard let end else { return nil }
    self.end = .success(nil)
    return end
  }
}

/// The state in which every step is right.
struct RightState: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
}

/// One iteration: its listener, and the state under a lock.
final class Inbox<State: InboxState>: Sendable {
  private let state = Mutex(State())
  private let isStopped = Flag()
  /// The handle, until it is taken.
  let slot = Box<ListenerHandle>()

  /// An iteration whose listener is added.
  ///
  /// - Parameter source: The source.
  init(listeningTo source: Ticker) {
    slot.value = source.addResultListener(
      { [weak self] result in self?.receive(result) },
      onEnd: { [weak self] in self?.end(.success(nil)) })
    // What ended it inside the add found no handle.
    if state.withLock({ state in state.end != nil }) { remove() }
  }

  /// An iteration whose listener a page adds.
  init() {}

  deinit { remove() }

  func receive(_ result: Result<Double, any Error>) {
    switch result {
    case .success(let price): receive(price)
    case .failure(let error): end(.failure(error))
    }
  }

  func receive(_ price: Double) {
    state.withLock { state in state.receive(price) }?.resume(returning: price)
  }

  /// Removes the listener, once.
  func remove() { slot.take()?.remove() }

  /// Ends the iteration; the waiting `next()` is resumed.
  func finish() { end(.success(nil), removes: false) }

  /// Drops what is buffered, removes the listener and ends the iteration, the first time.
  func stop(_ end: Result<Double?, any Error> = .success(nil)) {
    guard isStopped.raise() else { return }
    state.withLock { state in state.buffer = [] }
    self.end(end)
  }

  /// Ends the iteration, removes the listener, and then resumes the waiting `next()`.
  private func end(_ end: Result<Double?, any Error>, removes: Bool = true) {
    let resumed = state.withLock { state -> (waiter: Waiter, answer: Result<Double?, any Error>)? in
      guard let waiter = state.finish(end), let answer = state.ask() else { return nil }
      return (waiter, answer)
    }
    if removes { remove() }
    if let resumed { resumed.waiter.resume(with: resumed.answer) }
  }

  /// A buffered price.
  func poll() -> Double? {
    state.withLock { state in state.buffer.isEmpty ? nil : state.buffer.removeFirst() }
  }

  /// All buffered prices.
  func takeAll() -> [Double] {
    state.withLock { state in
      defer { state.buffer = [] }
      return state.buffer
    }
  }

  /// The next price or the end; no cancellation is heard here.
  func next() async throws -> Double? {
    try await withCheckedThrowingContinuation { waiter in
      let answer = state.withLock { state -> Result<Double?, any Error>? in
        let answer = state.ask()
        if answer == nil { state.waiter = waiter }
        return answer
      }
      if let answer { waiter.resume(with: answer) }
    }
  }
}

/// A sequence whose every iterator is made by a closure.
struct Iterating<Iterator: AsyncIteratorProtocol>: AsyncSequence, Sendable {
  let make: @Sendable () -> Iterator

  init(_ make: @escaping @Sendable () -> Iterator) { self.make = make }

  func makeAsyncIterator() -> Iterator { make() }
}

/// The right iterator over an inbox with a page's state.
struct InboxIterator<State: InboxState>: AsyncIteratorProtocol {
  let inbox: Inbox<State>
  var cancelled: Result<Double?, any Error> = .success(nil)
  /// What a cancel does first.
  var remove: @Sendable () -> Void = {}

  func next(isolation actor: isolated (any Actor)?) async throws -> Double? {
    if Task.isCancelled { stop() }
    return try await withTaskCancellationHandler(
      operation: { try await inbox.next() }, onCancel: { [self] in stop() },
      isolation: actor)
  }
  private func stop() {
    remove()
    inbox.stop(cancelled)
  }
}
