/// A scheduler that follows another one up to so many departures, and is canonical from there on.
public struct TruncatedScheduler: Scheduler {
  private var base: any Scheduler
  private var departuresLeft: Int

  /// Creates a scheduler.
  ///
  /// - Parameters:
  ///   - base: What makes the choices.
  ///   - departures: How many departures from the canonical schedule it may make.
  public init(_ base: any Scheduler, departures: Int) {
    self.base = base
    departuresLeft = departures
  }

  /// Passes it on.
  public mutating func begin() { base.begin() }

  /// Returns what the other scheduler chooses, or 0 once its departures are used up.
  public mutating func choose(from ready: ReadyEvents) -> Int {
    guard departuresLeft > 0 else { return 0 }
    let position = base.choose(from: ready)
    if position != 0 { departuresLeft -= 1 }
    return position
  }

  /// Returns the other scheduler's next number.
  public mutating func random() -> UInt64 { base.random() }
}
