import SluiceConformance
import SluiceScenarios
import SluiceSimulation

/// What is done with a schedule that fails: it is recorded, made small, and shown.
extension CaseExplorer {
  /// The result of a case that fails under a further schedule.
  ///
  /// - Parameters:
  ///   - number: The number of the schedule.
  ///   - recorder: What was noted of the run.
  ///   - signature: How it fails.
  /// - Returns: The failure under the smallest schedule that was found to fail alike.
  func failure(
    _ number: Int, _ recorder: RecordingScheduler, alike signature: FailureSignature
  ) -> CaseResult {
    let shrinking = FailureShrinking(
      explorer: self, signature: signature, budget: ShrinkingBudget(for: signature),
      // Whoever loses this worker now has to know which schedule it was about.
      tick: { progress?(ScheduleProgress.shrinks(number)) })
    let count = ScheduleTable.departures(recorder.departureCount)
    let remark = "found as schedule \(number), with \(count)"
    guard let found = shrinking.reduction.beginning(of: recorder, explorer(number)) else {
      return unprintable(number, shrinking, remark)
    }
    return smallestFailure(found, shrinking, remark)
  }

  /// The result of a case that fails under a schedule which a search has found.
  ///
  /// - Parameters:
  ///   - schedule: The schedule.
  ///   - signature: How it fails.
  ///   - run: The number of the run of the search.
  /// - Returns: The failure under the smallest schedule that was found to fail alike.
  func failure(
    of schedule: Schedule, alike signature: FailureSignature, foundAt run: Int
  ) -> CaseResult {
    let shrinking = FailureShrinking(
      explorer: self, signature: signature, budget: ShrinkingBudget(for: signature),
      tick: { progress?(ScheduleProgress.tells(schedule)) })
    let count = ScheduleTable.departures(schedule.departures.count)
    guard let found = shrinking.attempt(ForcedSchedule(schedule)) else {
      return unrepeatable(signature)
    }
    return smallestFailure(found, shrinking, "found in run \(run), with \(count)")
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
    _ number: Int, _ shrinking: FailureShrinking, _ remark: String
  ) -> CaseResult {
    let recorder = RecordingScheduler(
      explorer(number), seed: numbersSeed, keepsDepartures: false)
    var judge = judge(recorder)
    guard judge.signature == shrinking.signature else { return unrepeatable(shrinking.signature) }
    judge.scheduleLines = ["schedule: \(remark), which are too many to print"]
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
    var judge = self.judge(ForcedSchedule(schedule), schedule: schedule.description)
    guard judge.signature == shrinking.signature else { return nil }
    let reducer = ScenarioReducer(shrinking: shrinking, schedule: schedule)
    judge.scheduleLines = ScheduleTable(schedule).lines([remark]) + reducer.reduction.lines
    var result = judge.result
    result.schedule = schedule.description
    if vocabulary != nil {
      result.scenarioText = text(of: reducer.recordedReduction, alike: shrinking.signature)
    }
    return result
  }

  /// The result of a failure that the same schedule does not show again.
  private func unrepeatable(_ signature: FailureSignature) -> CaseResult {
    let message =
      "nondeterministic subject: \(signature.cause) came up under a schedule, and not when it was "
      + "repeated"
    let location = scenario.sources.location(of: scenario.span)
    let body = "\(message)\n at \(location.path):\(location.line)\nagain: \(commands.run)"
    let problem = Problem(
      kind: .nondeterministic, message: message, body: body, line: scenario.line)
    return CaseResult(id: scenario.id, outcome: .errored(problem))
  }
}
