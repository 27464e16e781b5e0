import SluiceConformance
import SluiceProducts
import SluiceScenarios
import SluiceSimulation

/// What runs one case under many schedules and says what became of it.
///
/// The first failure ends it: it is made small and shown under the schedule that is left. A result
/// is a function of the case, the subjects, the level and the seed.
struct CaseExplorer {
  let runner: CaseRunner
  let product: Product
  var scenario: ScenarioCase
  /// The seed of the run; a scenario's own goes before it.
  let runSeed: UInt64
  /// What the result has beside its outcome.
  let keepsakes: Keepsakes
  let commands: ExplorationCommands
  /// Told of each line of the canonical run, and of each further schedule.
  let progress: ((String) -> Void)?

  /// What becomes of the case under the schedules that are asked for.
  func result(of exploration: Exploration) -> CaseResult {
    switch exploration {
    case .sample(let first, let count):
      return settled(sample(first: first, count: count))
    case .single(let number):
      return announced(by: explorer(number))
    case .guided(let text):
      return withSchedule(text) { schedule in announced(by: GuidedSchedule(schedule)) }
    case .forced(let text, let times):
      return withSchedule(text) { schedule in replayed(schedule, times: times) }
    case .exhaustive(let runs, let departures, let isReduced):
      return settled(exhausted(runs: runs, departures: departures, isReduced: isReduced))
    }
  }

  /// Told of each entry of the log, if that was asked for.
  var logProgress: ((String) -> Void)? { keepsakes.contains(.toldLog) ? progress : nil }

  /// What the random numbers of every run of the case follow from.
  var numbersSeed: UInt64 { seed(of: 0) }

  /// The scheduler of a further schedule; the first is 1.
  func explorer(_ number: Int) -> any Scheduler {
    FurtherSchedules.scheduler(number, seed: seed(of: number))
  }

  /// Plays the case once and judges it.
  ///
  /// - Parameters:
  ///   - scheduler: What orders the events.
  ///   - isCanonical: Whether that is the canonical schedule, under which steps are counted.
  ///   - schedule: The text of the schedule, if it is not the canonical one.
  ///   - tellsLines: Whether progress is told of each line.
  /// - Returns: The judge of the run.
  func judge(
    _ scheduler: any Scheduler, isCanonical: Bool = false, schedule: String? = nil,
    tellsLines: Bool = false
  ) -> Judge {
    let record = runner.play(
      scenario, of: product, scheduler, isCanonical: isCanonical,
      progress: tellsLines ? progress : nil, logProgress: logProgress)
    return Judge(
      scenario: scenario, record: record, level: runner.level,
      again: commands.text(for: schedule))
  }

  private func seed(of number: Int) -> UInt64 {
    let own = scenario.seed.map { seed in UInt64(bitPattern: seed) }
    // A scenario's own seed is the seed of its numbers, whatever it is called.
    if number == 0, let own { return own }
    return ScheduleSeed(caseID: scenario.id, runSeed: own ?? runSeed, number: number).value
  }

  private func withSchedule(
    _ text: String, _ body: (Schedule) -> CaseResult
  ) -> CaseResult {
    do {
      return body(try Schedule(parsing: text))
    } catch {
      let problem = Problem(
        kind: .scenarioUnusable, message: error.description, body: error.description,
        line: scenario.line)
      return CaseResult(id: scenario.id, outcome: .errored(problem))
    }
  }
}

// MARK: The canonical schedule and others

extension CaseExplorer {
  /// Runs the canonical schedule, and further ones until one fails.
  private func sample(first: Int, count: Int) -> CaseResult {
    let canonical = canonicalJudge()
    var result = canonical.result
    result.schedules.tried = 1
    result.schedules.distinct = 1
    if keepsakes.contains(.logs) { result.logs.append(canonical.sample("the canonical schedule")) }
    if let signature = canonical.signature {
      result.scenarioText = canonicalText(alike: signature)
    }
    guard result.problem == nil, scenario.schedule.isEmpty else { return result }
    var digests: Set<UInt64> = []
    for number in first..<(first + count) {
      progress?(ScheduleProgress.began(number))
      let recorder = RecordingScheduler(
        explorer(number), seed: numbersSeed, keepsDepartures: false)
      let judge = self.judge(recorder)
      result.schedules.tried += 1
      let isNew = recorder.departureCount > 0 && digests.insert(recorder.digest).inserted
      if isNew { result.schedules.distinct += 1 }
      if keepsakes.contains(.logs), number == first {
        result.logs.append(judge.sample("schedule \(number)"))
      }
      if let signature = judge.signature {
        var failure = failure(number, recorder, alike: signature)
        failure.schedules = result.schedules
        failure.logs = result.logs
        if keepsakes.contains(.digests) { failure.digests = digests.sorted() }
        return failure
      }
      guard recorder.choices > 0 else {
        result.schedules.isExhausted = true
        break
      }
    }
    if keepsakes.contains(.digests) { result.digests = digests.sorted() }
    return result
  }

  /// How the case fails first under further schedules, as it is found and not made small.
  func firstFailure(ofSchedules count: Int) -> FailureSignature? {
    for number in 1...max(1, count) {
      let recorder = RecordingScheduler(
        explorer(number), seed: numbersSeed, keepsDepartures: false)
      if let signature = judge(recorder).signature { return signature }
    }
    return nil
  }

  /// How many of the first further schedules fail: every one is run and judged, for measuring.
  func failures(ofSchedules count: Int) -> Int {
    (1...max(1, count)).count { number in
      let recorder = RecordingScheduler(
        explorer(number), seed: numbersSeed, keepsDepartures: false)
      return judge(recorder).signature != nil
    }
  }

  /// The canonical run, or the one that the scenario's own schedule forces.
  func canonicalJudge() -> Judge {
    guard !scenario.schedule.isEmpty else {
      return judge(FirstInFirstOut(seed: numbersSeed), isCanonical: true, tellsLines: true)
    }
    let forced = ForcedSchedule(rows: scenario.forcedRows, seed: numbersSeed)
    var record = runner.play(
      scenario, of: product, forced, isCanonical: false, progress: progress,
      logProgress: logProgress)
    if let row = forced.divergence {
      record.divergence = RunRecord.Divergence(
        row: row, span: scenario.schedule[forced.taken].span)
    }
    return Judge(
      scenario: scenario, record: record, level: runner.level, again: commands.text(for: nil))
  }

  /// The result as the scenario expects it, if it expects a failure.
  private func settled(_ result: CaseResult) -> CaseResult {
    guard let reason = scenario.xfail else { return result }
    var settled = result
    switch result.outcome {
    case .skipped: break
    case .errored(let problem) where problem.kind == .scenarioUnusable: break
    case .failed(let problem), .errored(let problem):
      settled.outcome = .skipped("fails as expected: \(reason) (\(problem.message))")
    case .passed:
      settled.outcome = .failed(Problem(unexpectedPassOf: scenario, reason, commands.run))
    }
    return settled
  }
}

extension ScenarioCase {
  /// The choices that the scenario forces.
  fileprivate var forcedRows: [ForcedSchedule.Row] {
    schedule.map { choice in
      ForcedSchedule.Row(
        step: nil, instant: Instant(nanoseconds: choice.instant),
        ready: Set(choice.ready.compactMap { name in EventName(text: name) }),
        run: EventName(text: choice.run) ?? EventName(label: choice.run, ordinal: 1))
    }
  }
}
