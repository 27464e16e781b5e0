import FakeListener
import SluiceConformance

/// What an adjustable stream keeps for one reader.
struct AdjustableReader: Sendable {
  typealias Effects = AdjustableState.Effects

  enum Phase: Sendable {
    /// It has not joined.
    case outside
    /// It gets each value that is called back, until its end.
    case joined
    /// It was cancelled.
    case left
  }

  enum End: Sendable {
    case finished
    case failed(any Error)
    /// A consumer was cancelled, which alone may be told so.
    case cancelled(consumer: Int)
  }

  var phase = Phase.outside
  /// Values that were not asked for yet.
  var buffer: [SentinelElement] = []
  /// Values whose time has not come.
  private var kept: [SentinelElement] = []
  /// The number of the latest timer.
  private var round = 0
  private var isTiming = false
  /// The timer, once it has been started.
  var timer: Task<Void, Never>?
  /// The consumers that wait, in the order of their calls.
  var waiters: [(consumer: Int, waiter: AdjustableState.Waiter)] = []
  /// How it ends once the buffer is empty.
  var end: End?
  /// Whether its error is to be thrown once more.
  private var repeatsError = false

  /// Whether it gets what is called back.
  var isReading: Bool { phase == .joined && end == nil }

  /// Whether a round of its timer is under way.
  func isTiming(_ round: Int) -> Bool { isTiming && round == self.round }

  /// Takes in a value that was called back.
  ///
  /// - Returns: The round of the timer to start, if one is.
  mutating func offer(
    _ element: SentinelElement, _ traits: Traits, _ effects: inout Effects
  ) -> Int? {
    guard traits.latency > .zero, traits.merging != .combining else {
      push(element, traits.overflow)
      return nil
    }
    switch traits.merging {
    case .leading: if !isTiming { push(element, traits.overflow) }
    case .none, .combining: kept.append(element)
    case .latest: kept = [element]
    case .quiet:
      kept = [element]
      if isTiming { endRound(&effects) }
    }
    guard !isTiming else { return nil }
    isTiming = true
    round += 1
    return round
  }

  /// Hands on the kept values, whose time has come.
  mutating func timerFired(_ round: Int, _ overflow: Traits.Overflow) {
    guard isTiming(round) else { return }
    isTiming = false
    timer = nil
    handOn(overflow)
  }

  /// Stops the timer and forgets the kept values.
  mutating func stopTimer(_ effects: inout Effects) {
    kept = []
    if isTiming { endRound(&effects) }
  }

  /// Notes that the source has ended: the kept values come before the end.
  mutating func finish(with end: End, _ traits: Traits, _ effects: inout Effects) {
    handOn(traits.overflow)
    stopTimer(&effects)
    repeatsError = traits.repeatsError && !waiters.isEmpty && buffer.isEmpty
    self.end = end
  }

  /// Notes that a consumer is cancelled before the source has ended.
  mutating func cancel(by consumer: Int, _ traits: Traits, _ effects: inout Effects) {
    if traits.bufferOnCancel == .flushes { handOn(traits.overflow) }
    stopTimer(&effects)
    switch traits.bufferOnCancel {
    case .drops, .drainsAfterEnd: buffer = []
    case .drains, .flushes: break
    }
    end = .cancelled(consumer: consumer)
    phase = .left
  }

  /// Answers the waiting consumers, as far as there are answers for them.
  mutating func answer(_ outcome: Traits.CancelOutcome, _ effects: inout Effects) {
    while let first = waiters.first {
      guard let answer = takeAnswer(for: first.consumer, outcome) else { return }
      effects.answered.append((first.waiter, answer))
      waiters.removeFirst()
    }
  }

  private mutating func takeAnswer(
    for consumer: Int, _ outcome: Traits.CancelOutcome
  ) -> AdjustableState.Answer? {
    if !buffer.isEmpty { return .element(buffer.removeFirst()) }
    switch end {
    case nil: return nil
    case .finished?: return .end
    case .failed(let error)?:
      if !repeatsError { end = .finished }
      repeatsError = false
      return .failure(error)
    case .cancelled(consumer: consumer)? where outcome == .throwsCancellation:
      end = .finished
      return .failure(CancellationError())
    case .cancelled?: return .end
    }
  }

  private mutating func handOn(_ overflow: Traits.Overflow) {
    let elements = kept
    kept = []
    for element in elements { push(element, overflow) }
  }

  /// A value goes into the buffer, which has room for one more for each consumer that waits.
  private mutating func push(_ element: SentinelElement, _ overflow: Traits.Overflow) {
    switch overflow {
    case .unbounded: buffer.append(element)
    case .newest(let count):
      buffer.append(element)
      // Those in front are for the consumers that wait.
      if buffer.count > count + waiters.count { buffer.remove(at: waiters.count) }
    case .oldest(let count):
      if buffer.count < count + waiters.count { buffer.append(element) }
    }
  }

  private mutating func endRound(_ effects: inout Effects) {
    isTiming = false
    if let timer = timer.take() { effects.obsolete.append(timer) }
  }
}
