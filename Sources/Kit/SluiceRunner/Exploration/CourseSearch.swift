import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceSpies

/// A search through all schedules of one case, which knows what its runs came to.
///
/// A reduced one takes for granted that streams which were read separately share nothing but the
/// backend. Where a run shows that they do share something, it begins again, and leaves out
/// nothing.
final class CourseSearch {
  /// A run of the case.
  struct Run {
    /// Its number among all runs of the search, from 1.
    let number: Int
    let judge: Judge<ScenarioCase>
    /// What was noted of its choices.
    let recorder: RecordingScheduler
    /// What it took at each of them.
    let positions: [Int32]
  }

  private let explorer: CaseExplorer
  private var search: ExhaustiveSearch
  private var reader = FootprintReader()
  /// The orders that were played.
  let orders = PlayedOrders()
  /// How many runs there were, those before it began again among them.
  private(set) var runs = 0
  /// The runs that turned out to differ from others in the order of independent events alone.
  private(set) var redundant = 0
  /// What the runs of the search came to.
  private(set) var outcomes: Set<RunOutcome> = []
  /// Whether tasks of the process were given work in a run: other orders of that were not tried.
  private(set) var hasServed = false
  /// The longest run that is searched, in steps: what is left out is found by comparing all of
  /// them with each other.
  private static let longestRun = 1_000

  /// A search that has tried nothing yet.
  ///
  /// - Parameter explorer: What plays the case and judges it.
  init(of explorer: CaseExplorer) {
    self.explorer = explorer
    search = ExhaustiveSearch(isReduced: true, seed: explorer.numbersSeed)
  }

  /// Plays the case under the next schedule; the first is the canonical one.
  ///
  /// - Parameters:
  ///   - isCanonical: Whether that is the first, and is played as the canonical schedule is: with
  ///     its steps counted, and its lines told.
  ///   - announce: Told of each departure just before it is taken; nil if nobody has to know.
  /// - Returns: The run; nil if there is no other.
  func next(isCanonical: Bool = false, announce: ((Choice) -> Void)? = nil) -> Run? {
    guard let run = search.nextRun() else { return nil }
    runs += 1
    let recorder = RecordingScheduler(
      run, seed: explorer.numbersSeed, keepsDepartures: false, notingIn: orders,
      announce: announce)
    let judge = explorer.judge(recorder, isCanonical: isCanonical, tellsLines: isCanonical)
    orders.end()
    note(judge.record, run)
    return Run(number: runs, judge: judge, recorder: recorder, positions: run.positions)
  }

  /// Whether every schedule was tried, or one for each that is left out.
  var isExhausted: Bool { search.isExhausted && !hasServed }

  /// Whether schedules were left out for being like one that was tried.
  var hasLeftOut: Bool { search.isReduced && search.hasLeftOut }

  /// How many runs there were since it began, or began again.
  var runsOfSearch: Int { search.runs }

  /// How many runs are known to be still to come; there may be any number more.
  var runsInSight: Int { search.runsInSight }

  /// A guess at how many runs there will have been in the end.
  var expectedRuns: Int { search.expectedRuns }

  /// Whether runs are too long to be compared step by step.
  private(set) var isTooLong = false

  /// Begins again with a search that leaves out nothing.
  func restartUnreduced() {
    search = ExhaustiveSearch(seed: explorer.numbersSeed)
    outcomes = []
  }

  private func note(_ record: RunRecord<SourceSpan>, _ run: SearchRun) {
    if record.hasServed { hasServed = true }
    if record.steps > CourseSearch.longestRun {
      isTooLong = true
      return
    }
    let redundantBefore = search.redundantRuns
    if search.isReduced, search.hasChoices {
      let course = record.course
      search.learn(
        reader.footprints(of: run.steps, entries: course.entries, consumers: course.names))
    }
    search.endRun()
    redundant += search.redundantRuns - redundantBefore
    // What consumers share that were taken for independent may have been lost.
    if search.isReduced, reader.hasFoundSharing { return restartUnreduced() }
    if search.isReduced, runs > 1 || search.hasLeftOut || search.runsInSight > 0 {
      outcomes.insert(RunOutcome(record, nil))
    }
  }
}
