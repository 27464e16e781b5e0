/// A choice that a search has met on its present path.
struct SearchNode {
  /// An event that need not run now: what follows from it was or will be seen on another path.
  struct Sleeper {
    var key: UInt64
    var dependence: Dependence
  }

  /// What was possible, by the search's numbers.
  let ready: [UInt64]
  let isInsideCall: Bool
  /// The number of the step that the choice decided.
  let step: Int
  /// The position that the present run takes.
  var chosen: Int
  /// The positions to take in later runs.
  var pending: [Int] = []
  /// All positions that are or were taken, or are pending.
  var begun: [Int]
  /// Whether a pending position was never taken, since it slept when its turn came.
  private var hasSkipped = false
  /// How many runs went on from the position that the present run takes, and from those before it.
  private var runsOfChosen = 0
  private var runsBefore = 0
  /// How many positions were taken before.
  private var turnsBefore = 0

  /// What sleeps when the choice is reached.
  var sleepers: [Sleeper] = []
  /// What was taken here, with all that it touched on the paths through here.
  var explored: [Sleeper] = []

  init(ready: [UInt64], isInsideCall: Bool, step: Int, chosen: Int) {
    self.ready = ready
    self.isInsideCall = isInsideCall
    self.step = step
    self.chosen = chosen
    begun = [chosen]
  }

  var chosenKey: UInt64 { ready[chosen] }

  /// Has a position taken in a later run, unless it is or was.
  mutating func add(_ position: Int) {
    guard !begun.contains(position) else { return }
    begun.append(position)
    pending.append(position)
  }

  /// Has all positions taken.
  mutating func addAll() {
    for position in ready.indices { add(position) }
  }

  /// What sleeps while the chosen event runs: what slept before, and what was taken here before.
  var sleepersOfChosen: [Sleeper] {
    sleepers + explored.filter { sleeper in sleeper.key != chosenKey }
  }

  /// Whether something was possible here that was never tried, once no position is pending.
  var hasLeftOut: Bool { hasSkipped || begun.count < ready.count }

  /// Notes that runs went on from the chosen position.
  mutating func count(_ runs: Int) { runsOfChosen += runs }

  /// How many runs went through here.
  var runs: Int { runsBefore + runsOfChosen }

  /// How many runs will have gone through here in the end, if each position that is pending takes
  /// as many as those before it.
  ///
  /// - Parameter ofChosen: How many go on from the chosen position.
  /// - Returns: The number.
  func expectedRuns(ofChosen: Double) -> Double {
    let known = Double(runsBefore) + ofChosen
    return known + Double(pending.count) * known / Double(turnsBefore + 1)
  }

  /// Goes on to the next pending position; false if there is none.
  mutating func advance() -> Bool {
    while !pending.isEmpty {
      let position = pending.removeFirst()
      if sleepers.contains(where: { sleeper in sleeper.key == ready[position] }) {
        hasSkipped = true
        continue
      }
      chosen = position
      turnsBefore += 1
      runsBefore += runsOfChosen
      runsOfChosen = 0
      return true
    }
    return false
  }

  /// Notes what the chosen event touched in a run.
  mutating func explore(_ dependence: Dependence) {
    if let index = explored.firstIndex(where: { sleeper in sleeper.key == chosenKey }) {
      explored[index].dependence.formUnion(dependence)
    } else {
      explored.append(Sleeper(key: chosenKey, dependence: dependence))
    }
  }
}

/// The scheduler of one run of a search.
public final class SearchRun: Scheduler, CourseFollower {
  private weak let search: ExhaustiveSearch?
  let recorded: RunCourse
  private var numbers: SplitMix64
  /// The number of choices so far.
  public private(set) var choices = 0
  /// The number of choices so far that were not canonical.
  public private(set) var departures = 0
  /// The position that it took at each choice so far.
  package private(set) var positions: [Int32] = []

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
    positions.append(Int32(position))
    if position != 0 { departures += 1 }
    return position
  }

  /// The next number of the SplitMix64 sequence that belongs to the seed.
  public func random() -> UInt64 {
    recorded.drawNumber()
    return numbers.next()
  }
}
