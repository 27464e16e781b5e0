import SluiceScenarios
import SluiceSimulation

/// What is done with a schedule that fails: it is recorded, made small, and shown.
extension CaseExplorer {
  /// The result of a case that fails under a further schedule.
  ///
  /// - Parameters:
  ///   - number: The number of the schedule.
  ///   - signature: How it fails.
  ///   - count: How many schedules were run until then.
  /// - Returns: The failure under the smallest schedule that was found to fail alike.
  func failure(
    _ number: Int, alike signature: FailureSignature, counted count: ScheduleCount
  ) -> CaseResult {
    let shrinking = FailureShrinking(
      explorer: self, signature: signature, budget: ShrinkingBudget(),
      // Whoever loses this worker now has to know which schedule it was about.
      tick: { progress?(ScheduleProgress.shrinks(number)) })
    var result = smallestFailure(found: explorer(number), shrinking) { departures in
      ["found as schedule \(number), with \(departures)"]
    }
    result.schedules = count
    return result
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
      explorer: self, signature: signature, budget: ShrinkingBudget(),
      tick: { progress?(ScheduleProgress.tells(schedule)) })
    return smallestFailure(found: ForcedSchedule(schedule), shrinking) { departures in
      ["found in run \(run), with \(departures)"]
    }
  }

  /// The failure of a schedule under the smallest one that was found to fail alike.
  private func smallestFailure(
    found scheduler: any Scheduler, _ shrinking: FailureShrinking, remark: (String) -> [String]
  ) -> CaseResult {
    guard let found = shrinking.attempt(scheduler) else {
      return unrepeatable(shrinking.signature)
    }
    let shrinker = ScheduleShrinker(budget: shrinking.budget) { candidate in
      shrinking.attempt(GuidedSchedule(candidate))
    }
    let smallest = shrinking.fewest(notMoreThan: shrinker.shrink(found))
    let remarks = remark(CaseExplorer.departures(found.departures.count))
    guard let result = shown(smallest, shrinking, remarks) ?? shown(found, shrinking, remarks)
    else { return unrepeatable(shrinking.signature) }
    return result
  }

  /// The schedule that a run took; its seed is left out if nothing in the run was random.
  func schedule(of recorder: RecordingScheduler) -> Schedule {
    Schedule(
      seed: recorder.drawnNumbers > 0 ? numbersSeed : 0, departures: recorder.departures)
  }

  /// The failure as a replay of a schedule shows it; nil if the replay does not fail alike.
  private func shown(
    _ schedule: Schedule, _ shrinking: FailureShrinking, _ remarks: [String]
  ) -> CaseResult? {
    var judge = self.judge(ForcedSchedule(schedule), schedule: schedule.description)
    guard judge.signature == shrinking.signature else { return nil }
    let reduction = ScenarioReducer(shrinking: shrinking, schedule: schedule).reduction
    judge.scheduleLines = ScheduleTable(schedule).lines(remarks) + reduction.lines
    var result = judge.result
    result.schedule = schedule.description
    result.scenarioText = text(of: reduction, alike: shrinking.signature)
    return result
  }

  /// The result of a failure that the same schedule does not show again.
  private func unrepeatable(_ signature: FailureSignature) -> CaseResult {
    let cause = signature.rule ?? signature.kind.rawValue
    let message =
      "nondeterministic subject: \(cause) came up under a schedule, and not when it was repeated"
    let location = scenario.sources.location(of: scenario.span)
    let body = "\(message)\n at \(location.path):\(location.line)\nagain: \(commands.run)"
    let problem = Problem(
      kind: .nondeterministic, message: message, body: body, line: scenario.line)
    return CaseResult(id: scenario.id, outcome: .errored(problem))
  }

  /// A number of departures in words.
  static func departures(_ count: Int) -> String {
    count == 1 ? "1 departure" : "\(count) departures"
  }
}
