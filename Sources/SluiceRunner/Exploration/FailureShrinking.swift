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
  /// - Returns: The departures that were in fact taken; nil if the case does not fail alike, or
  ///   there is no budget for finding out.
  func attempt(
    _ scheduler: any Scheduler, on scenario: ScenarioCase? = nil, isCanonical: Bool = false
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
    return judge.signature == signature && isPlayable ? explorer.schedule(of: recorder) : nil
  }

  /// The schedule with the fewest departures that fails alike, as far as the budget goes.
  ///
  /// All schedules with fewer departures than the given one are tried, those with the fewest first:
  /// if the budget lasts, nothing smaller fails alike.
  ///
  /// - Parameter schedule: A schedule that fails alike.
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
