import SluiceConformance
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

  /// What makes the schedule small under which the case fails.
  var reduction: ScheduleReduction {
    ScheduleReduction(budget: budget, seed: explorer.numbersSeed) { scheduler in
      attempt(scheduler)
    }
  }
}
