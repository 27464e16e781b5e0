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
  ///   - timeline: The lines that are played; nil for all.
  /// - Returns: The departures that were in fact taken; nil if the case does not fail alike, or
  ///   there is no budget for finding out.
  func attempt(_ scheduler: any Scheduler, timeline: [ScenarioStep]? = nil) -> Schedule? {
    guard !budget.isSpent else { return nil }
    tick()
    var explorer = explorer
    if let timeline { explorer.scenario.timeline = timeline }
    let recorder = RecordingScheduler(
      scheduler, seed: explorer.numbersSeed, keepsDepartures: true)
    let judge = explorer.judge(recorder)
    budget.spend(events: judge.record.steps)
    return judge.signature == signature ? explorer.schedule(of: recorder) : nil
  }
}
