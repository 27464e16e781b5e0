import SluiceScenarios
import SluiceSimulation

/// What is tried to make one failure small: runs of the case, or of less of it, that may fail
/// alike.
struct FailureShrinking {
  let explorer: CaseExplorer
  /// How the case fails.
  let signature: FailureSignature
  let budget: ShrinkingBudget
  /// Called before each run.
  let tick: () -> Void

  /// The choices that a scheduler makes if the case fails alike under it.
  ///
  /// - Parameters:
  ///   - scheduler: What makes the choices.
  ///   - scenario: What is played instead of the case: less of it.
  ///   - isCanonical: Whether that is the canonical schedule.
  ///   - isAlike: What else the run must have in common with the failure.
  /// - Returns: The departures that were in fact taken; nil if the case does not fail alike, or
  ///   there is no budget for finding out.
  func attempt(
    _ scheduler: any Scheduler, on scenario: ScenarioCase? = nil, isCanonical: Bool = false,
    where isAlike: (RunRecord) -> Bool = { _ in true }
  ) -> Schedule? {
    guard !budget.isSpent else { return nil }
    tick()
    var explorer = explorer
    if let scenario { explorer.scenario = scenario }
    let recorder = RecordingScheduler(
      scheduler, seed: explorer.numbersSeed, keepsDepartures: true)
    let judge = explorer.judge(recorder, isCanonical: isCanonical)
    budget.spend(events: judge.record.steps)
    // What can't be played to its end is no scenario any more, however it fails.
    let isPlayable = judge.record.mishap?.kind != .scenarioUnusable || scenario == nil
    guard judge.signature == signature, isPlayable, !recorder.isOverweight, isAlike(judge.record)
    else { return nil }
    return explorer.schedule(of: recorder)
  }

  /// A short beginning of a failing run that fails alike, canonical from there on.
  ///
  /// Runs with the first departure alone, with the first two, four and so on are tried, so that the
  /// names of a long run's departures need not be written down.
  ///
  /// - Parameters:
  ///   - run: What was noted of the run.
  ///   - scheduler: What made the choices, as before its first.
  /// - Returns: The departures; nil if there are too many of them.
  func beginning(of run: RecordingScheduler, _ scheduler: any Scheduler) -> Schedule? {
    var limit = 1
    while limit < run.departureCount, limit * 2 <= RecordingScheduler.heaviest {
      if let schedule = attempt(TruncatedScheduler(scheduler, departures: limit)) {
        return schedule
      }
      limit *= 2
    }
    return run.isOverweight ? nil : attempt(scheduler)
  }

  /// The schedule with the fewest departures that fails alike, as far as the budget goes.
  ///
  /// All schedules with fewer departures than the given one are tried, those with the fewest first:
  /// if the budget lasts, nothing smaller fails alike.
  ///
  /// - Parameter schedule: A schedule that fails alike.
  /// - Returns: That one, or one with fewer departures.
  func fewest(notMoreThan schedule: Schedule) -> Schedule {
    guard schedule.departures.count > 1 else { return schedule }
    let search = DepartureSearch(
      departureBound: schedule.departures.count - 1, seed: explorer.numbersSeed)
    while !budget.isSpent, let run = search.nextRun() {
      if let smaller = attempt(run) { return smaller }
    }
    return schedule
  }
}
