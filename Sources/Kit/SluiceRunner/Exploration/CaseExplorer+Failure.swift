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
    // A run that loses its worker here has to know the schedule.
    let shrinking = shrinking(alike: found.signature) { progress?(found.run.shrinking) }
    let failure = shrinking.failure(
      of: found.recorder, repeatedBy: found.again, found.run.remark)
    return result(of: failure, shrinking)
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
    let shrinking = shrinking(alike: signature) { progress?(ScheduleProgress.tells(schedule)) }
    guard let found = shrinking.attempt(ForcedSchedule(schedule)) else {
      return unrepeatable(signature.cause)
    }
    let remark = shrinking.remark(
      "found in run \(run)", departures: schedule.departures.count)
    return result(of: shrinking.failure(under: found, remark), shrinking)
  }

  /// The runs by which a failure is made small.
  private func shrinking(
    alike signature: FailureSignature<SourceSpan>, _ budget: ShrinkingBudget? = nil,
    tick: @escaping () -> Void
  ) -> FailureShrinking<ScenarioCase> {
    FailureShrinking(
      alike: signature, budget: budget ?? ShrinkingBudget(for: signature), seed: numbersSeed,
      tick: tick
    ) { scheduler in judge(scheduler) }
  }

  /// The result of a failure that was made small, if another run shows it.
  private func result(
    of failure: FailureShrinking<ScenarioCase>.Shown?,
    _ shrinking: FailureShrinking<ScenarioCase>
  ) -> CaseResult {
    guard let (judge, schedule) = failure else { return unrepeatable(shrinking.signature.cause) }
    guard let schedule else { return judge.result }
    let reducer = ScenarioReducer(explorer: self, shrinking: shrinking, schedule: schedule)
    judge.again = commands.text(for: schedule.description)
    judge.schedule?.remarks = reducer.reduction.lines
    var result = judge.result
    result.schedule = schedule.description
    if vocabulary != nil {
      result.scenarioText = text(of: reducer.recordedReduction, alike: shrinking.signature)
    }
    return result
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
    let shrinking = shrinking(alike: signature, ShrinkingBudget()) {
      progress?("making the failing scenario small")
    }
    let reducer = ScenarioReducer(
      explorer: self, shrinking: shrinking, schedule: Schedule(seed: numbersSeed))
    guard let schedule = reducer.canonicalSchedule else { return nil }
    let reduction = ScenarioReducer(explorer: self, shrinking: shrinking, schedule: schedule)
      .recordedReduction
    return text(of: reduction, alike: signature)
  }
}
