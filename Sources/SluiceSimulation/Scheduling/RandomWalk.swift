/// A scheduler that takes each possibility with the same probability, as a seed decides.
public struct RandomWalk: Scheduler {
  private var choices: SplitMix64
  private var numbers: SplitMix64

  /// Creates the scheduler.
  ///
  /// - Parameter seed: What all its choices follow from, and its random numbers in a sequence of
  ///   their own.
  public init(seed: UInt64) {
    var seeds = SplitMix64(seed: seed)
    choices = SplitMix64(seed: seeds.next())
    numbers = SplitMix64(seed: seeds.next())
  }

  /// Nothing to do: the walk begins where the seed says.
  public mutating func begin() {}

  /// Returns any position.
  public mutating func choose(from ready: ReadyEvents) -> Int { choices.below(ready.count) }

  /// The next of the seed's random numbers.
  public mutating func random() -> UInt64 { numbers.next() }
}
