import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceText

/// What is done with a schedule that fails: it is recorded, made small, and shown.
extension CaseExplorer {
  /// The result of a case that fails under a further schedule.
  ///
  /// - Parameter found: The run that failed.
  /// - Returns: The failure under the smallest schedule that was found to fail alike.
  func failure(_ found: FoundFailure) -> CaseResult {
    let shrinking = FailureShrinking(
      explorer: self, signature: found.signature, budget: ShrinkingBudget(for: found.signature),
      // Whoever loses this worker now has to know which schedule it was about.
      tick: { progress?(found.run.shrinking) })
    let count = ScheduleAccount.departures(found.recorder.departureCount)
    // How many came after something had left the simulation is up to what is outside.
    let isEscaped = found.signature.kind == .escaped
    let remark = found.run.remark + (isEscaped ? "" : ", with \(count)")
    guard let beginning = shrinking.reduction.beginning(of: found.recorder, found.again) else {
      return unprintable(found, shrinking, remark)
    }
    return smallestFailure(beginning, shrinking, remark)
  }

  /// The result of a case that fails under a schedule which a search has found.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - signature: How it fails.
  ///   - run: The number of the run of the search.
  /// - Returns: The failure under the smallest schedule that was found to fail alike.
  func failure(
    of schedule: Schedule, alike signature: FailureSignature<SourceSpan>, foundAt run: Int
  ) -> CaseResult {
    let shrinking = FailureShrinking(
      explorer: self, signature: signature, budget: ShrinkingBudget(for: signature),
      tick: { progress?(ScheduleProgress.tells(schedule)) })
    let count = ScheduleAccount.departures(schedule.departures.count)
    guard let found = shrinking.attempt(ForcedSchedule(schedule)) else {
      return unrepeatable(signature)
    }
    let remark = "found in run \(run)" + (signature.kind == .escaped ? "" : ", with \(count)")
    return smallestFailure(found, shrinking, remark)
  }

  /// The failure of a schedule under the smallest one that was found to fail alike.
  private func smallestFailure(
    _ found: Schedule, _ shrinking: FailureShrinking, _ remark: String
  ) -> CaseResult {
    let smallest = shrinking.reduction.smallest(notMoreThan: found)
    return shown(smallest, shrinking, remark) ?? shown(found, shrinking, remark)
      ?? unrepeatable(shrinking.signature)
  }

  /// The failure under a schedule with more departures than anybody could read: it is shown again
  /// by exploring again.
  private func unprintable(
    _ found: FoundFailure, _ shrinking: FailureShrinking, _ remark: String
  ) -> CaseResult {
    let recorder = RecordingScheduler(found.again, seed: numbersSeed, keepsDepartures: false)
    let judge = judge(recorder)
    guard judge.signature == shrinking.signature else { return unrepeatable(shrinking.signature) }
    judge.schedule = ScheduleAccount("schedule: \(remark), which are too many to print")
    return judge.result
  }

  /// The schedule that a run took; its seed is left out if nothing in the run was random.
  func schedule(of recorder: RecordingScheduler) -> Schedule {
    Schedule(
      seed: recorder.drawnNumbers > 0 ? numbersSeed : 0, departures: recorder.departures)
  }

  /// The failure as a replay of a schedule shows it; nil if the replay does not fail alike.
  private func shown(
    _ schedule: Schedule, _ shrinking: FailureShrinking, _ remark: String
  ) -> CaseResult? {
    let judge = self.judge(ForcedSchedule(schedule), schedule: schedule.description)
    guard judge.signature == shrinking.signature else { return nil }
    let reducer = ScenarioReducer(shrinking: shrinking, schedule: schedule)
    judge.schedule = ScheduleAccount(of: schedule, [remark], remarks: reducer.reduction.lines)
    var result = judge.result
    result.schedule = schedule.description
    if vocabulary != nil {
      result.scenarioText = text(of: reducer.recordedReduction, alike: shrinking.signature)
    }
    return result
  }

  /// The result of a failure that the same schedule does not show again.
  private func unrepeatable(_ signature: FailureSignature<SourceSpan>) -> CaseResult {
    unrepeatable(signature.cause)
  }

  /// The result of something that the same schedule does not show again.
  func unrepeatable(_ cause: String) -> CaseResult {
    let message =
      "nondeterministic subject: \(cause) came up under a schedule, and not when it was "
      + "repeated"
    let failure = CaseFailure(.nondeterministic, message, of: scenario, again: commands.run)
    return CaseResult(id: scenario.id, outcome: .errored(failure))
  }
}

/// What is tried to make one failure small: runs of the case, or of less of it, that may fail
/// alike.
struct FailureShrinking {
  let explorer: CaseExplorer
  /// How the case fails.
  let signature: FailureSignature<SourceSpan>
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
    where isAlike: (RunRecord<SourceSpan>) -> Bool = { _ in true }
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

extension ShrinkingBudget {
  /// The budget for a failure: each deadlock leaves a thread behind for good.
  convenience init(for signature: FailureSignature<SourceSpan>) {
    if signature.kind == .deadlocked {
      self.init(runs: 30)
    } else {
      self.init()
    }
  }
}

/// A failure as a scenario of its own: the lines that it needs, and its schedule forced.
///
/// It is offered only if it can be read, and fails in the same way when it is run.
struct RecordedFailure {
  let explorer: CaseExplorer
  let reduction: ScenarioReducer.Reduction
  let signature: FailureSignature<SourceSpan>

  /// The text of the file; nil where it would fail in another way, or no vocabulary is at hand.
  var text: String? {
    // What has a schedule already is such a scenario.
    guard let registry = explorer.vocabulary, explorer.scenario.schedule.isEmpty else {
      return nil
    }
    let text = ScenarioText(of: scenario, registry: registry).file
    let result = ScenarioReader(registry: registry).read(path: scenario.path, text: text)
    guard let file = result.file, let read = file.cases.first(where: { _ in true }) else {
      return nil
    }
    var again = explorer
    again.scenario = read
    let found = again.canonicalJudge().signature
    guard found?.kind == signature.kind, found?.rule == signature.rule,
      found?.message == signature.message
    else { return nil }
    return text
  }

  /// The scenario that is written.
  private var scenario: ScenarioCase {
    var scenario = reduction.scenario
    scenario.name += ", recorded"
    scenario.about = "Recorded where it failed by \(signature.cause)."
    scenario.xfail = nil
    scenario.skip = nil
    scenario.schedules = nil
    let schedule = reduction.schedule
    scenario.seed = schedule.seed == 0 ? nil : Int64(bitPattern: schedule.seed)
    scenario.schedule = schedule.departures.map { choice in
      ForcedChoice(
        instant: choice.instant.nanoseconds, ready: choice.ready.map(\.description),
        run: choice.run.description, span: scenario.span)
    }
    return scenario
  }
}

extension CaseExplorer {
  /// A failure as a scenario of its own, if such are asked for.
  ///
  /// - Parameters:
  ///   - reduction: What of the case it needs.
  ///   - signature: How it fails.
  /// - Returns: The text of the file.
  func text(
    of reduction: ScenarioReducer.Reduction, alike signature: FailureSignature<SourceSpan>
  ) -> String? {
    RecordedFailure(explorer: self, reduction: reduction, signature: signature).text
  }

  /// A failure under the canonical schedule as a scenario of its own, if such are asked for.
  func canonicalText(alike signature: FailureSignature<SourceSpan>) -> String? {
    guard vocabulary != nil, scenario.schedule.isEmpty else { return nil }
    let shrinking = FailureShrinking(
      explorer: self, signature: signature, budget: ShrinkingBudget(),
      tick: { progress?("making the failing scenario small") })
    guard
      let schedule = shrinking.attempt(
        FirstInFirstOut(seed: numbersSeed), on: scenario, isCanonical: true)
    else { return nil }
    let reduction = ScenarioReducer(shrinking: shrinking, schedule: schedule).recordedReduction
    return text(of: reduction, alike: signature)
  }
}
