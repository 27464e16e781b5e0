/// The ticks of a timer, from 1 on, each an interval after the one before it.
///
/// It is what the post on publishers tests with. It ends after so many ticks, if that is said, and
/// fails with a cancellation error where its task is cancelled while it waits.
package struct TimerSequence: AsyncSequence, Sendable {
  package typealias Element = Int
  package typealias Failure = any Error

  private let interval: Duration
  private let count: Int?

  /// A timer's ticks.
  ///
  /// - Parameters:
  ///   - interval: The time from each tick to the next, and to the first.
  ///   - count: How many there are; nil for no end.
  package init(every interval: Duration, count: Int? = nil) {
    self.interval = interval
    self.count = count
  }

  package func makeAsyncIterator() -> Iterator {
    Iterator(interval: interval, count: count)
  }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let interval: Duration
    fileprivate let count: Int?
    private var last = 0
    /// When the iteration began; ticks don't drift, however long the consumer takes.
    private var start: ContinuousClock.Instant?

    fileprivate init(interval: Duration, count: Int?) {
      self.interval = interval
      self.count = count
    }

    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> Int? {
      if last == count { return nil }
      let clock = ContinuousClock()
      let first = start ?? clock.now
      start = first
      try await clock.sleep(until: first.advanced(by: interval * (last + 1)))
      last += 1
      return last
    }
  }
}
