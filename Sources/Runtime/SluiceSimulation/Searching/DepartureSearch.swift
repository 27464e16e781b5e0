/// A search through all schedules of a case in the order of their departures from the canonical
/// one: first those with none, then those with one, and so on.
///
/// The first failing run of it has the fewest departures of all. Each schedule is run once; what
/// has to be remembered grows with the number of schedules that are still to come, so this is for
/// few departures or small cases, and ``ExhaustiveSearch`` for the rest.
public final class DepartureSearch {
  /// The scheduler of one run: it repeats the beginning of an earlier one, departs, and is
  /// canonical from there on.
  public final class Run: Scheduler {
    fileprivate let prefix: Prefix
    fileprivate var counts: [Int] = []
    fileprivate var hasDiverged = false
    private var digest: UInt64 = 0
    fileprivate var digests: [UInt64] = []
    private var numbers: SplitMix64

    fileprivate init(_ prefix: Prefix, seed: UInt64) {
      self.prefix = prefix
      numbers = SplitMix64(seed: seed)
    }

    /// The number of choices that are not canonical.
    public var departures: Int { prefix.departures }

    /// Nothing to do.
    public func begin() {}

    /// Returns what the earlier run took, then the departure, then 0.
    public func choose(from ready: ReadyEvents) -> Int {
      let choice = counts.count
      for position in 0..<ready.count {
        digest = SplitMix64.mixed(digest &+ ready.nameNumber(at: position))
      }
      counts.append(ready.count)
      digests.append(digest)
      guard choice < prefix.positions.count else { return 0 }
      let position = Int(prefix.positions[choice])
      if choice == prefix.positions.count - 1, digest != prefix.digest { hasDiverged = true }
      guard position < ready.count else {
        hasDiverged = true
        return 0
      }
      return position
    }

    /// The next number of the SplitMix64 sequence that belongs to the seed.
    public func random() -> UInt64 { numbers.next() }
  }

  /// The beginning of a run, up to its last departure.
  fileprivate struct Prefix {
    var positions: [Int32] = []
    var departures = 0
    /// What the choices up to the last one offered.
    var digest: UInt64 = 0
  }

  /// How many departures a run may have; nil for any number.
  public let departureBound: Int?
  /// The number of runs handed out.
  public private(set) var runs = 0
  /// Whether the bound has kept a schedule from being tried.
  public private(set) var isCut = false
  /// Whether a run was offered other events than an earlier one at the same point.
  public private(set) var hasDiverged = false
  private var hasEnded = false

  private let seed: UInt64
  private var present: Run?
  /// The runs to come with as many departures as the present one, the next one last.
  private var level: [Prefix] = [Prefix()]
  /// The runs with one more, the next one first.
  private var nextLevel: [Prefix] = []

  /// Creates a search that has tried nothing yet.
  ///
  /// - Parameters:
  ///   - departureBound: How many departures a run may have; nil for any number.
  ///   - seed: What the random numbers of every run follow from.
  public init(departureBound: Int? = nil, seed: UInt64 = 0) {
    self.departureBound = departureBound
    self.seed = seed
  }

  /// Whether every schedule was tried.
  public var isExhausted: Bool { hasEnded && !isCut && !hasDiverged }

  /// Ends the present run, and returns the scheduler of the next one; nil if there is none.
  public func nextRun() -> Run? {
    guard !hasEnded else { return nil }
    if let present { finish(present) }
    if level.isEmpty {
      level = nextLevel.reversed()
      nextLevel = []
    }
    guard !hasDiverged, let prefix = level.popLast() else {
      hasEnded = true
      return nil
    }
    let run = Run(prefix, seed: seed)
    present = run
    runs += 1
    return run
  }

  /// Notes every run that departs once more, after the last departure of this one.
  private func finish(_ run: Run) {
    present = nil
    let begun = run.prefix.positions.count
    if run.hasDiverged || run.counts.count < begun { hasDiverged = true }
    guard !hasDiverged, begun < run.counts.count else { return }
    if let departureBound, run.departures >= departureBound {
      isCut = true
      return
    }
    for choice in begun..<run.counts.count {
      let positions = run.prefix.positions + Array(repeating: 0, count: choice - begun)
      for position in 1..<run.counts[choice] {
        nextLevel.append(
          Prefix(
            positions: positions + [Int32(position)], departures: run.departures + 1,
            digest: run.digests[choice]))
      }
    }
  }
}
