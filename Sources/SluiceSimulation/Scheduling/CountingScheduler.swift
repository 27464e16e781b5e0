/// A scheduler that leaves the choices to another one, counts them, and tells runs apart by them.
///
/// It costs a few nanoseconds a choice, where a ``RecordingScheduler`` writes names.
public final class CountingScheduler: Scheduler {
  private var base: any Scheduler
  /// The number of choices; after a run without any, there is no other schedule.
  public private(set) var choices = 0
  /// The number of choices that were not canonical.
  public private(set) var departures = 0
  /// A number that follows from what was chosen, in order.
  ///
  /// Equal for equal schedules of one case, different for different ones but for a chance of one in
  /// 2^64: where two runs of the same code first choose differently, all was the same before.
  public private(set) var digest: UInt64 = 0

  /// Creates a counter of another scheduler's choices.
  public init(_ base: any Scheduler) {
    self.base = base
  }

  /// Passes it on.
  public func begin() { base.begin() }

  /// Returns what the other scheduler chooses.
  public func choose(from ready: ReadyEvents) -> Int {
    let position = base.choose(from: ready)
    choices += 1
    if position != 0 { departures += 1 }
    digest = SplitMix64.mixed(
      digest &+ 0x9E37_79B9_7F4A_7C15 ^ ready.nameNumber(at: position))
    return position
  }

  /// Returns the other scheduler's next number.
  public func random() -> UInt64 { base.random() }
}
