/// A scheduler that leaves the choices to another one and writes down where they depart from the
/// canonical ones.
public final class RecordingScheduler: Scheduler {
  private var base: any Scheduler
  /// The choices that were not canonical, in order.
  public private(set) var departures: [Choice] = []
  /// The number of choices, canonical ones included.
  public private(set) var choices = 0

  /// Creates a recorder of another scheduler's choices.
  public init(_ base: any Scheduler) {
    self.base = base
  }

  /// Passes it on.
  public func begin() { base.begin() }

  /// Returns what the other scheduler chooses.
  public func choose(from ready: ReadyEvents) -> Int {
    let position = base.choose(from: ready)
    choices += 1
    if position != 0 { departures.append(Choice(position, of: ready)) }
    return position
  }

  /// Returns the other scheduler's next number.
  public func random() -> UInt64 { base.random() }
}
