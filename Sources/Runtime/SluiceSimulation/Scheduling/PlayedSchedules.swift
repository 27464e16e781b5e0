/// A scheduler that follows a schedule to the letter, and notices when that is not possible.
///
/// Where the next departure's instant, step (if it has one) and ready events are the present ones
/// it is taken; all other choices are canonical. A departure that never finds its place makes the
/// run a diverged one.
public final class ForcedSchedule: Scheduler {
  /// A departure to take: a step and a set of names, since those don't depend on their order.
  public struct Row: Sendable, Hashable {
    /// The number of events before it; nil for any.
    public var step: Int?
    /// The virtual time.
    public var instant: Instant
    /// What must be possible.
    public var ready: Set<EventName>
    /// What runs.
    public var run: EventName

    /// Creates a row.
    public init(step: Int?, instant: Instant, ready: Set<EventName>, run: EventName) {
      self.step = step
      self.instant = instant
      self.ready = ready
      self.run = run
    }
  }

  private let rows: [Row]
  private var numbers: SplitMix64
  /// How many rows have been taken.
  public private(set) var taken = 0

  /// Creates a scheduler of rows.
  ///
  /// - Parameters:
  ///   - rows: The departures, in order.
  ///   - seed: What its random numbers follow from.
  public init(rows: [Row], seed: UInt64) {
    self.rows = rows
    numbers = SplitMix64(seed: seed)
  }

  /// Creates a scheduler of a recorded schedule.
  public convenience init(_ schedule: Schedule) {
    let rows = schedule.departures.map { choice in
      Row(
        step: choice.step, instant: choice.instant, ready: Set(choice.ready), run: choice.run)
    }
    self.init(rows: rows, seed: schedule.seed)
  }

  /// The first row that has not found its place; nil if all have.
  ///
  /// Asked when the run is over, it says whether the run diverged from the schedule.
  public var divergence: Row? { taken < rows.count ? rows[taken] : nil }

  /// Nothing to do.
  public func begin() {}

  /// Returns the position of the next row's event if this is its place, else 0.
  public func choose(from ready: ReadyEvents) -> Int {
    guard taken < rows.count else { return 0 }
    let row = rows[taken]
    guard ready.instant == row.instant, row.step.map({ step in step == ready.step }) != false,
      ready.count == row.ready.count
    else { return 0 }
    var position: Int?
    for index in 0..<ready.count {
      let name = ready.name(at: index)
      guard row.ready.contains(name) else { return 0 }
      if name == row.run { position = index }
    }
    guard let position else { return 0 }
    taken += 1
    return position
  }

  /// The next number of the SplitMix64 sequence that belongs to the seed.
  public func random() -> UInt64 { numbers.next() }
}

/// A scheduler that takes the same positions as a run before, choice by choice, for playing that
/// run once more in the same process.
package struct RepeatedRun: Scheduler {
  private let positions: [Int32]
  private var choices = 0
  private var numbers: SplitMix64

  /// Creates a scheduler that repeats a run.
  ///
  /// - Parameters:
  ///   - positions: What that run took at each choice; beyond them everything is canonical.
  ///   - seed: What its random numbers follow from.
  package init(_ positions: [Int32], seed: UInt64) {
    self.positions = positions
    numbers = SplitMix64(seed: seed)
  }

  /// Nothing to do.
  package func begin() {}

  /// Returns what the other run took; 0 where that is not possible any more.
  package mutating func choose(from ready: ReadyEvents) -> Int {
    defer { choices += 1 }
    guard choices < positions.count, positions[choices] < ready.count else { return 0 }
    return Int(positions[choices])
  }

  /// The next number of the SplitMix64 sequence that belongs to the seed.
  package mutating func random() -> UInt64 { numbers.next() }
}

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
