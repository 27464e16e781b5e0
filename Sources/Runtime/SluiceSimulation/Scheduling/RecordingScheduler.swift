/// A scheduler that leaves the choices to another one, and tells two runs apart by them.
///
/// What it keeps in every run is a few numbers; the names of the events only if it is asked to.
public final class RecordingScheduler: Scheduler, CourseFollower {
  private var base: any Scheduler
  private var numbers: SplitMix64
  private let keepsDepartures: Bool
  private let announce: ((Choice) -> Void)?
  private let orders: PlayedOrders?
  /// The base's, if that is a search's.
  let course: RunCourse?
  /// The number of choices, canonical ones included: a run without any has no other schedule.
  public private(set) var choices = 0
  /// The number of choices that were not canonical.
  public private(set) var departureCount = 0
  /// How many possibilities there were at the choices that were not canonical, all together.
  public private(set) var departureWeight = 0
  /// The most possibilities of departures that are written down.
  public static let heaviest = 20_000

  /// The choices that were not canonical, in order, if they are kept and not too many: see
  /// ``isOverweight``.
  public private(set) var departures: [Choice] = []
  /// How many random numbers the run has drawn.
  public private(set) var drawnNumbers = 0
  /// A digest of all choices: equal for two runs of the same case that took the same course.
  public private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Whether the departures have more possibilities all together than are written down; the rest
  /// of them is neither kept nor announced then.
  public var isOverweight: Bool { departureWeight > RecordingScheduler.heaviest }

  /// Creates a recorder of another scheduler's choices.
  ///
  /// - Parameters:
  ///   - base: What makes the choices. Its random numbers are not used.
  ///   - seed: What the run's random numbers follow from.
  ///   - keepsDepartures: Whether departures are kept by name.
  ///   - announce: Told of each departure just before it is taken; nil if nobody has to know.
  public convenience init(
    _ base: any Scheduler, seed: UInt64, keepsDepartures: Bool,
    announce: ((Choice) -> Void)? = nil
  ) {
    self.init(
      base, seed: seed, keepsDepartures: keepsDepartures, notingIn: nil, announce: announce)
  }

  /// Creates a recorder that notes its course among others of the same case.
  ///
  /// - Parameters:
  ///   - base: What makes the choices. Its random numbers are not used.
  ///   - seed: What the run's random numbers follow from.
  ///   - keepsDepartures: Whether departures are kept by name.
  ///   - orders: Where the course is noted, choice by choice; nil for nowhere.
  ///   - announce: Told of each departure just before it is taken; nil if nobody has to know.
  package init(
    _ base: any Scheduler, seed: UInt64, keepsDepartures: Bool, notingIn orders: PlayedOrders?,
    announce: ((Choice) -> Void)? = nil
  ) {
    self.base = base
    self.orders = orders
    course = (base as? any CourseFollower)?.course
    self.keepsDepartures = keepsDepartures
    self.announce = announce
    numbers = SplitMix64(seed: seed)
  }

  /// Passes it on.
  public func begin() {
    orders?.begin()
    base.begin()
  }

  /// Returns what the other scheduler chooses.
  public func choose(from ready: ReadyEvents) -> Int {
    let position = base.choose(from: ready)
    choices += 1
    orders?.note(position, of: ready)
    // A step of FNV-1a takes a byte. This one takes 64 bits, so the high ones are folded down.
    digest = (digest ^ ready.nameNumber(at: position)) &* 0x100_0000_01B3
    digest ^= digest >> 29
    if position != 0 { noteDeparture(position, of: ready) }
    return position
  }

  /// Returns the next number of the seed.
  public func random() -> UInt64 {
    drawnNumbers += 1
    course?.drawNumber()
    return numbers.next()
  }

  private func noteDeparture(_ position: Int, of ready: ReadyEvents) {
    departureCount += 1
    departureWeight += ready.count
    guard keepsDepartures || announce != nil, !isOverweight else { return }
    let departure = Choice(position, of: ready)
    if keepsDepartures { departures.append(departure) }
    announce?(departure)
  }
}

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
