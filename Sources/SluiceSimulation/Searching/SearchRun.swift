/// The scheduler of one run of a search.
public final class SearchRun: Scheduler, CourseFollower {
  private weak let search: ExhaustiveSearch?
  let recorded: RunCourse
  private var numbers: SplitMix64
  /// The number of choices so far.
  public private(set) var choices = 0
  /// The number of choices so far that were not canonical.
  public private(set) var departures = 0

  init(search: ExhaustiveSearch, names: SearchNames, seed: UInt64) {
    self.search = search
    recorded = RunCourse(names: names)
    numbers = SplitMix64(seed: seed)
  }

  var course: RunCourse? { recorded }

  /// The run's steps so far, for whoever has to say what each of them touched.
  public var steps: [SearchStep] { recorded.summaries }

  /// Nothing to do.
  public func begin() {}

  /// Returns what the search wants to see at this choice of the run.
  public func choose(from ready: ReadyEvents) -> Int {
    let position =
      search?.choose(from: ready, choice: choices, departures: departures, in: recorded) ?? 0
    choices += 1
    if position != 0 { departures += 1 }
    return position
  }

  /// The next number of the SplitMix64 sequence that belongs to the seed.
  public func random() -> UInt64 {
    recorded.drawNumber()
    return numbers.next()
  }
}
