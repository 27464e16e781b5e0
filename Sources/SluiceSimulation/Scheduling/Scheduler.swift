/// What decides which of the ready events runs next.
///
/// A simulation asks three questions, and nothing else in it is a choice: that a run begins, which
/// event is next, and for a random number. A scheduler whose answers are a function of what it was
/// asked makes the whole run one.
public protocol Scheduler {
  /// Told once, before the first event of a run.
  mutating func begin()

  /// Returns the position in `ready` of the event that runs next.
  ///
  /// Asked only where there is a choice. Where order is guaranteed there is none: of the events of
  /// one serial queue, or of the main queue and the main actor, only the first is among the ready
  /// ones.
  ///
  /// - Parameter ready: At least two events, in the order in which they became ready.
  /// - Returns: A position below the number of ready events.
  mutating func choose(from ready: ReadyEvents) -> Int

  /// Returns 64 random bits, for whoever needs them inside the simulation.
  mutating func random() -> UInt64
}

/// The canonical scheduler: what became ready first runs first.
public struct FirstInFirstOut: Scheduler {
  private var state: UInt64

  /// Creates the scheduler.
  ///
  /// - Parameter seed: What its random numbers follow from; they have no part in the order.
  public init(seed: UInt64 = 0) {
    state = seed
  }

  /// Nothing to do: the order has no state.
  public mutating func begin() {}

  /// Returns 0, the position of the oldest event.
  public mutating func choose(from ready: ReadyEvents) -> Int { 0 }

  /// The next number of the SplitMix64 sequence that belongs to the seed.
  public mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
