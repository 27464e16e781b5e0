/// The canonical scheduler: what became ready first runs first, and nothing falls into a call.
public struct FirstInFirstOut: Scheduler {
  private var numbers: SplitMix64

  /// Creates the scheduler.
  ///
  /// - Parameter seed: What its random numbers follow from; they have no part in the order.
  public init(seed: UInt64 = 0) {
    numbers = SplitMix64(seed: seed)
  }

  /// Nothing to do: the order has no state.
  public mutating func begin() {}

  /// Returns 0, the position of the oldest event.
  public mutating func choose(from ready: ReadyEvents) -> Int { 0 }

  /// The next number of the SplitMix64 sequence that belongs to the seed.
  public mutating func random() -> UInt64 { numbers.next() }
}
