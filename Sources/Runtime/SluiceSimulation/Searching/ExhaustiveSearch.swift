/// A search through all schedules of a case, one run each, depth first.
///
/// It remembers only the path of the present run: the case is run again from its beginning, and
/// takes another turn at the last choice that has one left.
///
///     let search = ExhaustiveSearch()
///     while let run = search.nextRun() {
///       Simulation(scheduler: run).perform { … }
///     }
///
/// The case has to be a function of its schedule: where it offers other events than before, the
/// search ends (``hasDiverged``).
///
/// A reduced search leaves out schedules that differ from one it has tried in the order of
/// independent events alone. See ``learn(_:)`` for what it has to be told, and for what it takes
/// for granted.
public final class ExhaustiveSearch {
  /// How many departures from the canonical schedule a run may have; nil for any number.
  public let departureBound: Int?
  /// Whether schedules are left out that differ in the order of independent events alone.
  public let isReduced: Bool
  /// The number of runs handed out.
  public private(set) var runs = 0
  /// The number of runs that turned out to repeat another one but for independent events.
  public internal(set) var redundantRuns = 0
  /// Whether the bound has kept a schedule from being tried.
  public private(set) var isCut = false
  /// Whether a run was offered other events than an earlier one at the same point.
  public private(set) var hasDiverged = false
  /// Whether a reduced search has left out a schedule so far that differs from one it has tried.
  package internal(set) var hasLeftOut = false
  private var hasEnded = false

  private let seed: UInt64
  private let names = SearchNames()
  private var present: SearchRun?
  private var footprints: [Footprint] = []
  var path: [SearchNode] = []
  /// How many choices of the path the present run has only repeated; the last of them differs.
  private var repeated = 0
  private var forecast = SearchForecast()

  /// Creates a search that has tried nothing yet.
  ///
  /// - Parameters:
  ///   - departureBound: How many departures from the canonical schedule a run may have; nil for
  ///     any number. A reduced search has no bound: the schedule that it tries for many may not be
  ///     the one with the fewest departures.
  ///   - isReduced: Whether to leave out schedules that differ in the order of independent events
  ///     alone.
  ///   - seed: What the random numbers of every run follow from.
  public init(departureBound: Int? = nil, isReduced: Bool = false, seed: UInt64 = 0) {
    precondition(departureBound == nil || !isReduced, "a reduced search has no bound")
    self.departureBound = departureBound
    self.isReduced = isReduced
    self.seed = seed
  }

  /// How many runs are known to be still to come, once the present one has been ended; there may be
  /// any number more.
  package var runsInSight: Int {
    hasEnded ? 0 : path.reduce(1) { sum, node in sum + node.pending.count }
  }

  /// A guess at how many runs there will have been in the end, once the present one has been ended:
  /// as many for each turn that is known to come as for those that have been.
  package var expectedRuns: Int {
    guard !hasEnded else { return runs }
    var below = 1.0
    for node in path.reversed() { below = node.expectedRuns(ofChosen: below) }
    return below < 1e9 ? Int(below) : 1_000_000_000
  }

  /// Whether the present run has had a choice, or repeats one: what the steps of a run without any
  /// touched is of no use.
  package var hasChoices: Bool { !path.isEmpty }

  /// Whether every schedule was tried, but for those that a reduced search may leave out.
  public var isExhausted: Bool { hasEnded && !isCut && !hasDiverged }

  /// Ends the present run, and returns the scheduler of the next one; nil if there is none.
  public func nextRun() -> SearchRun? {
    endRun()
    guard !hasEnded else { return nil }
    let run = SearchRun(search: self, names: names, seed: seed)
    present = run
    footprints = []
    runs += 1
    return run
  }

  /// Tells a reduced search what the steps of the present run touched, when the run is over.
  ///
  /// Of a run that it is told nothing of it takes every step for dependent on every other.
  ///
  /// Two steps that touched nothing in common are tried in one order. That loses nothing as long as
  /// footprints are complete: whatever a step reads or writes that others write or read is in its
  /// footprint, also what no log tells of (a lock, an actor, a global). What the simulation sees by
  /// itself need not be in it: the events that a step made and the order of queues, the tasks that
  /// it resumed, and random numbers. Nor need it be told what happened inside a step: that counts
  /// as the step's. What is found are all ends up to the order of independent steps: two ends that
  /// differ only in how many steps lay between two others are one to the search, so that a bound in
  /// steps may be judged on one of them alone.
  ///
  /// - Parameter footprints: What each step touched, the first step's first; steps without one
  ///   have touched everything. See ``SearchRun/steps`` for which steps these are.
  public func learn(_ footprints: [Footprint]) {
    self.footprints = footprints
  }

  /// Ends the present run, if there is one, so that ``runsInSight`` and ``isExhausted`` tell of it.
  package func endRun() {
    guard !hasEnded, let run = present else { return }
    present = nil
    if run.choices < path.count { hasDiverged = true }
    guard !hasDiverged else {
      hasEnded = true
      return
    }
    if isReduced, hasChoices {
      forecast.learn(run.recorded, footprints)
      SearchReduction(course: run.recorded, footprints: footprints).apply(to: self)
    }
    var ended = 1
    while let last = path.indices.last {
      path[last].count(ended)
      if path[last].advance() { break }
      if path[last].hasLeftOut { hasLeftOut = true }
      ended = path.removeLast().runs
    }
    repeated = path.count
    hasEnded = path.isEmpty
    let last = path.last { node in !node.isInsideCall }
    forecast.begin(last?.sleepersOfChosen ?? [], atStep: last?.step ?? 1)
  }

  /// Returns the position that the present run takes at a choice.
  func choose(
    from ready: ReadyEvents, choice: Int, departures: Int, in course: RunCourse
  ) -> Int {
    guard !hasDiverged else { return 0 }
    let keys = (0..<ready.count).map { position in ready.key(at: position, in: course) }
    if choice < repeated {
      let node = path[choice]
      guard node.ready == keys, node.isInsideCall == ready.isInsideCall else {
        hasDiverged = true
        return 0
      }
      return node.chosen
    }
    let isFree = isReduced && !ready.isInsideCall
    let chosen = isFree ? forecast.firstAwake(of: keys, in: course) : 0
    var node = SearchNode(
      ready: keys, isInsideCall: ready.isInsideCall, step: ready.step + 1, chosen: chosen)
    if let departureBound, departures >= departureBound {
      isCut = true
    } else if !isFree {
      node.addAll()
    }
    path.append(node)
    return chosen
  }
}

/// A guess at what sleeps in the part of a run that no run has been through before.
///
/// What a step touches is known only when the run is over. The guess, from what events of the same
/// names touched in other runs, spares the search most of the runs that would turn out redundant;
/// nothing is left out because of it.
struct SearchForecast {
  private var touched: [UInt64: Dependence] = [:]
  private var sleepers: [SearchNode.Sleeper] = []
  /// How many steps of the present run the sleepers are up to date with.
  private var stepsSeen = 0

  mutating func learn(_ course: RunCourse, _ footprints: [Footprint]) {
    for (index, step) in course.steps.enumerated() {
      var dependence = step.dependence
      dependence.touch(index < footprints.count ? footprints[index] : .everything)
      touched[step.key, default: .nothing].formUnion(dependence)
    }
  }

  /// Begins a run with what sleeps while its last repeated choice is carried out, as a step.
  mutating func begin(_ sleepers: [SearchNode.Sleeper], atStep step: Int) {
    self.sleepers = sleepers
    stepsSeen = step - 1
  }

  /// Returns the position of the first event that is not guessed to sleep; 0 if all are.
  mutating func firstAwake(of keys: [UInt64], in course: RunCourse) -> Int {
    while stepsSeen < course.steps.count {
      let step = course.steps[stepsSeen]
      stepsSeen += 1
      guard let dependence = touched[step.key] else {
        sleepers = []
        continue
      }
      sleepers.removeAll { sleeper in !sleeper.dependence.isIndependent(of: dependence) }
    }
    let awake = keys.firstIndex { key in !sleepers.contains { sleeper in sleeper.key == key } }
    return awake ?? 0
  }
}
