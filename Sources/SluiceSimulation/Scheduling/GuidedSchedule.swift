/// A scheduler that takes departures where they still make sense, for shrinking a schedule.
///
/// A departure is read as "this event before those it overtook": it is taken at the first choice
/// where its event is possible and the canonical choice is among what it overtook. Nothing
/// diverges: what never makes sense is left out.
public final class GuidedSchedule: Scheduler {
  /// The departures that have not been taken yet, in order.
  private var departures: [Choice]
  private var numbers: SplitMix64

  /// Creates a scheduler that is guided by departures.
  public init(_ schedule: Schedule) {
    departures = schedule.departures
    numbers = SplitMix64(seed: schedule.seed)
  }

  /// Nothing to do.
  public func begin() {}

  /// Returns the position of the event of the next departure that makes sense here, else 0.
  public func choose(from ready: ReadyEvents) -> Int {
    let canonical = ready.name(at: 0)
    for index in departures.indices where departures[index].overtakes(canonical) {
      let run = departures[index].run
      guard let position = (1..<ready.count).first(where: { ready.name(at: $0) == run }) else {
        continue
      }
      departures.remove(at: index)
      return position
    }
    return 0
  }

  /// The next number of the SplitMix64 sequence that belongs to the seed.
  public func random() -> UInt64 { numbers.next() }
}

extension Choice {
  /// Whether an event was possible and stood before the one that was chosen.
  func overtakes(_ event: EventName) -> Bool {
    for name in ready {
      if name == run { return false }
      if name == event { return true }
    }
    return false
  }
}
