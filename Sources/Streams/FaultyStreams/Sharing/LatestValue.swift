import FakeListener
import Synchronization

/// The decisions of such a value, each of which a faulty stream can take wrongly.
protocol LatestSteps: SendableMetatype {
  /// What a reader that joins gets first.
  static func replay(_ latest: SentinelElement?) -> [SentinelElement]
  /// Whether a reader that is not waiting keeps a value for its next call.
  static var buffers: Bool { get }
  /// Whether a reader was the last one of its listener, if these are left; of each, whether its
  /// part goes on, or has ended and it has yet to hear of that.
  static func isLast(leaving others: [Bool]) -> Bool
  /// Whether a value is also for a reader that has yet to hear of the end of an earlier listener.
  static var tellsTheEnded: Bool { get }
  /// Whether a reader that has left already counts once more when its iterator goes.
  static var countsItsIterator: Bool { get }
}

extension LatestSteps {
  static func replay(_ latest: SentinelElement?) -> [SentinelElement] { latest.map { [$0] } ?? [] }
  static var buffers: Bool { true }
  static func isLast(leaving others: [Bool]) -> Bool { !others.contains(true) }
  static var tellsTheEnded: Bool { false }
  static var countsItsIterator: Bool { false }
}

/// A value that changes, with one listener for all readers: each reader gets the latest value
/// first, with its first `next()`, and then every change.
///
/// It is written by hand over one lock. An answer that is due while the listener is being added
/// waits until add has come back, so that no reader sees an end before the listener is removed.
final class LatestValue<Steps: LatestSteps>: Sendable {
  typealias Waiter = CheckedContinuation<SentinelElement?, any Error>
  typealias End = Result<Void, any Error>

  private typealias EarlyAnswer = (waiter: Waiter, element: SentinelElement)

  private enum Upstream {
    case idle
    case starting
    case running(ListenerHandle)
  }

  private struct Reader {
    var buffer: [SentinelElement] = []
    var waiter: Waiter?
    var end: End?
  }

  private struct State {
    var readers: [Int: Reader] = [:]
    /// The readers that were cancelled, some of them before they joined.
    var over: Set<Int> = []
    var lastNumber = 0
    var upstream = Upstream.idle
    var generation = 0
    var latest: SentinelElement?
    /// An end that came inside add.
    var early: End?
    /// The readers that get the end when add has come back.
    var deferred: [Waiter] = []

    mutating func stop() -> ListenerHandle? {
      defer {
        upstream = .idle
        generation += 1
        latest = nil
        early = nil
      }
      if case .running(let handle) = upstream { return handle }
      return nil
    }
  }

  private let source: FakeListener<SentinelElement>
  private let options: ListenerOptions
  private let state = Mutex(State())

  init(source: FakeListener<SentinelElement>, options: ListenerOptions) {
    self.source = source
    self.options = options
  }

  func makeNumber() -> Int {
    state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
  }

  func next(_ number: Int, isolation: isolated (any Actor)?) async throws -> SentinelElement? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in ask(number, waiter) }
    } onCancel: {
      leave(number)
    }
  }

  private func ask(_ number: Int, _ waiter: Waiter) {
    let (answer, generation) = state.withLock {
      state -> (Result<SentinelElement?, any Error>?, Int?) in
      if state.over.contains(number) { return (.success(nil), nil) }
      var starting: Int?
      if state.readers[number] == nil {
        state.readers[number] = Reader(buffer: Steps.replay(state.latest))
        if case .idle = state.upstream {
          state.upstream = .starting
          state.generation += 1
          starting = state.generation
        }
      }
      if let first = state.readers[number]?.buffer.first {
        state.readers[number]?.buffer.removeFirst()
        return (.success(first), starting)
      }
      if let end = state.readers[number]?.end {
        state.readers[number] = nil
        state.over.insert(number)
        return (end.map { nil }, starting)
      }
      state.readers[number]?.waiter = waiter
      return (nil, starting)
    }
    if let answer { waiter.resume(with: answer) }
    if let generation { start(generation) }
  }

  private func start(_ generation: Int) {
    do {
      let handle = try source.subscribe(options: options) { [weak self] event in
        self?.take(event, generation)
      }
      let (early, isWanted, answers) = state.withLock { state -> (End?, Bool, [EarlyAnswer]) in
        guard state.generation == generation else { return (nil, false, []) }
        state.upstream = .running(handle)
        return (state.early, true, takeEarlyAnswers(&state))
      }
      if !isWanted { handle.remove() }
      for answer in answers { answer.waiter.resume(returning: answer.element) }
      if let early { end(early, generation) }
    } catch {
      end(.failure(error), generation)
    }
    let deferred = state.withLock { state in
      defer { state.deferred = [] }
      return state.deferred
    }
    for waiter in deferred { waiter.resume(returning: nil) }
  }

  /// Takes the answers that came inside add, with the readers that wait for them.
  private func takeEarlyAnswers(_ state: inout State) -> [(
    waiter: Waiter, element: SentinelElement
  )] {
    state.readers.keys.sorted().compactMap { number in
      guard
        let first = state.readers[number]?.buffer.first,
        let waiter = state.readers[number]?.waiter.take()
      else { return nil }
      state.readers[number]?.buffer.removeFirst()
      return (waiter, first)
    }
  }

  /// Ends one reader's part, whether it was cancelled or its iterator is gone.
  func leave(_ number: Int, withIterator: Bool = false) {
    let (handle, waiter) = state.withLock { state -> (ListenerHandle?, Waiter?) in
      state.over.insert(number)
      guard let reader = state.readers.removeValue(forKey: number) else {
        guard withIterator, Steps.countsItsIterator, state.readers.count == 1 else {
          return (nil, nil)
        }
        return (state.stop(), nil)
      }
      let others = state.readers.values.map { other in other.end == nil }
      guard reader.end == nil, Steps.isLast(leaving: others) else { return (nil, reader.waiter) }
      guard case .starting = state.upstream else { return (state.stop(), reader.waiter) }
      if let waiter = reader.waiter { state.deferred.append(waiter) }
      return (state.stop(), nil)
    }
    handle?.remove()
    waiter?.resume(returning: nil)
  }

  private func take(_ event: ListenerEvent<SentinelElement>, _ generation: Int) {
    switch event {
    case .value(let element): tell(element, generation)
    case .nothing: return
    case .failure(let error), .both(_, let error): hear(.failure(error), generation)
    case .finish: hear(.success(()), generation)
    }
  }

  private func tell(_ element: SentinelElement, _ generation: Int) {
    let waiters = state.withLock { state -> [Waiter] in
      guard state.generation == generation, state.early == nil else { return [] }
      state.latest = element
      var waiters: [Waiter] = []
      let isStarting = if case .starting = state.upstream { true } else { false }
      for number in state.readers.keys.sorted()
      where Steps.tellsTheEnded || state.readers[number]?.end == nil {
        if isStarting {
          state.readers[number]?.buffer.append(element)
        } else if let waiter = state.readers[number]?.waiter.take() {
          waiters.append(waiter)
        } else if Steps.buffers {
          state.readers[number]?.buffer.append(element)
        }
      }
      return waiters
    }
    for waiter in waiters { waiter.resume(returning: element) }
  }

  private func hear(_ end: End, _ generation: Int) {
    let isEarly = state.withLock { state in
      guard state.generation == generation, case .starting = state.upstream else { return false }
      state.early = state.early ?? end
      return true
    }
    if !isEarly { self.end(end, generation) }
  }

  private func end(_ end: End, _ generation: Int) {
    let (answers, waiters, handle) = state.withLock {
      state -> ([EarlyAnswer], [Waiter], ListenerHandle?) in
      guard state.generation == generation else { return ([], [], nil) }
      // An add that threw may have told something before.
      let answers = takeEarlyAnswers(&state)
      var waiters: [Waiter] = []
      for number in state.readers.keys.sorted() where state.readers[number]?.end == nil {
        if let waiter = state.readers[number]?.waiter {
          waiters.append(waiter)
          state.readers[number] = nil
          state.over.insert(number)
        } else {
          state.readers[number]?.end = end
        }
      }
      return (answers, waiters, state.stop())
    }
    handle?.remove()
    for answer in answers { answer.waiter.resume(returning: answer.element) }
    for waiter in waiters { waiter.resume(with: end.map { nil }) }
  }
}

/// What its iterators share.
struct LatestSequence<Steps: LatestSteps>: AsyncSequence, Sendable {
  typealias Element = SentinelElement

  let value: LatestValue<Steps>

  init(source: FakeListener<SentinelElement>, options: ListenerOptions) {
    value = LatestValue(source: source, options: options)
  }

  func makeAsyncIterator() -> Iterator { Iterator(value: value) }

  final class Iterator: AsyncIteratorProtocol {
    private let value: LatestValue<Steps>
    private let number: Int

    init(value: LatestValue<Steps>) {
      self.value = value
      number = value.makeNumber()
    }

    deinit { value.leave(number, withIterator: true) }

    func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      try await value.next(number, isolation: actor)
    }
  }
}
