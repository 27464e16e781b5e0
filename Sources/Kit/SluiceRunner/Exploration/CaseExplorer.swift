package import SluiceConformance
package import SluiceScenarios
import SluiceSimulation
package import SluiceSpies
package import SluiceText

/// What runs one case under many schedules and says what became of it.
///
/// The first failure ends it: it is made small and shown under the schedule that is left. A result
/// is a function of the case, the subjects, the level, the edition and the seed.
package struct CaseExplorer {
  private(set) var runner: CaseRunner
  var scenario: ScenarioCase
  /// The lowest level at which a violation fails the case.
  let level: Rule.Level
  /// The last edition whose rules fail the case.
  let edition: Edition
  /// The seed of the run; a scenario's own goes before it.
  let runSeed: UInt64
  /// The data that the result keeps beside its outcome.
  let kept: KeptData
  /// How much is wanted of the account of a failure.
  let account: CaseFailure.Extent
  /// The words in which a failure is written down as a scenario; nil if none is.
  let vocabulary: Registry?
  let commands: ExplorationCommands
  /// Sends the log of each run while the run goes on; nil for no log.
  let log: LogTeller?
  /// Told of each line of the canonical run, and of each further schedule.
  let progress: ((String) -> Void)?
  /// The ids of the rules that nobody is judged by, as if the catalogue had none of these.
  package var switchedOff: Set<String> = []

  /// An explorer of one case.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - runner: What plays it.
  ///   - level: The lowest level at which a violation fails it.
  ///   - edition: The last edition whose rules fail it.
  ///   - seed: What schedules and random numbers follow from, together with the case's id.
  ///   - kept: The data that the result keeps beside its outcome.
  ///   - account: How much is wanted of the account of a failure.
  ///   - vocabulary: The words in which a failure is written down as a scenario of its own; nil to
  ///     write none.
  ///   - commands: The commands that show the case again.
  ///   - log: Sends the log of each run while the run goes on; nil for no log.
  ///   - progress: Told of each line of a canonical run before it runs, and of each further
  ///     schedule; nil if nobody has to know.
  package init(
    of scenario: ScenarioCase, playedBy runner: CaseRunner, level: Rule.Level = .should,
    edition: Edition = .newest, seed: UInt64 = 0, keeping kept: KeptData = [],
    account: CaseFailure.Extent = CaseFailure.Extent(), vocabulary: Registry? = nil,
    commands: ExplorationCommands = ExplorationCommands(run: "", replay: ""),
    log: LogTeller? = nil, progress: ((String) -> Void)? = nil
  ) {
    self.runner = runner
    self.scenario = scenario
    self.level = level
    self.edition = edition
    runSeed = seed
    self.kept = kept
    self.account = account
    self.vocabulary = vocabulary
    self.commands = commands
    self.log = log
    self.progress = progress
  }

  /// The same explorer, whose runs go on while an event waits, and which leaves nothing but that
  /// behind: for a case whose thread was given up.
  package var patient: CaseExplorer {
    var explorer = self
    explorer.runner.isPatient = true
    return explorer
  }

  /// What becomes of the case under the schedules that are asked for.
  ///
  /// - Parameter exploration: The schedules.
  /// - Returns: The result, skipped where the runner can't play the case.
  package func result(of exploration: Exploration = .canonical) -> CaseResult {
    if runner.isPatient || Simulation.isOnThread { return explored(exploration) }
    return Simulation.onThread { explored(exploration) } ?? patient.explored(exploration)
  }

  private func explored(_ exploration: Exploration) -> CaseResult {
    if let reason = runner.reasonToSkip(scenario) {
      return CaseResult(id: scenario.id, outcome: .skipped(reason))
    }
    switch exploration {
    case .sample(let first, let count):
      return settled(result(of: tour(searches: false, first: first, count: count)))
    case .thorough(let count):
      return settled(result(of: tour(searches: true, count: count)))
    case .searched(let run, let count):
      return announced(run: run, atMost: count)
    case .single(let number):
      return announced(by: scheduler(number))
    case .guided(let text):
      return withSchedule(text) { schedule in announced(by: GuidedSchedule(schedule)) }
    case .forced(let text, let times):
      return withSchedule(text) { schedule in replayed(schedule, times: times) }
    case .exhaustive(let runs, let departures, let isReduced):
      return settled(exhausted(runs: runs, departures: departures, isReduced: isReduced))
    }
  }

  /// Told in the middle of a run that takes many events.
  var signOfLife: (() -> Void)? { progress.map { tell in { tell(StepProgress.goesOn) } } }

  /// What the random numbers of every run of the case follow from.
  var numbersSeed: UInt64 { seed(of: 0) }

  /// The scheduler of a further schedule; the first is 1.
  func scheduler(_ number: Int) -> any Walk {
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
  ) -> Judge<ScenarioCase> {
    judge(
      runner.play(
        scenario, scheduler, isCanonical: isCanonical, progress: tellsLines ? progress : nil,
        log: log, signOfLife: signOfLife),
      schedule)
  }

  /// The judge of a run.
  private func judge(_ record: RunRecord<SourceSpan>, _ schedule: String?) -> Judge<ScenarioCase> {
    let judge = Judge(
      of: scenario, record, by: runner.rules, without: switchedOff, level: level, edition: edition)
    judge.again = commands.text(for: schedule)
    judge.extent = account
    return judge
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
      let failure = CaseFailure(.scenarioUnusable, error.description, line: scenario.line)
      return CaseResult(id: scenario.id, outcome: .errored(failure))
    }
  }
}

// MARK: The canonical schedule and others

extension CaseExplorer {
  /// How many of the first further schedules fail: every one is run and judged, for measuring.
  ///
  /// - Parameter count: How many schedules.
  /// - Returns: How many of them fail.
  package func failures(ofSchedules count: Int) -> Int {
    (1...max(1, count)).count { number in
      judge(RecordingScheduler(scheduler(number), seed: numbersSeed, keepsDepartures: false))
        .signature != nil
    }
  }

  /// The canonical run, or the one that the scenario's own schedule forces.
  func canonicalJudge() -> Judge<ScenarioCase> {
    guard !scenario.schedule.isEmpty else {
      return judge(FirstInFirstOut(seed: numbersSeed), isCanonical: true, tellsLines: true)
    }
    let forced = ForcedSchedule(rows: scenario.forcedRows, seed: numbersSeed)
    var record = runner.play(
      scenario, forced, isCanonical: false, progress: progress, log: log,
      signOfLife: signOfLife)
    if let row = forced.divergence {
      record.divergence = (row, scenario.schedule[forced.taken].span)
    }
    return judge(record, nil)
  }

  /// The result as the scenario expects it, if it expects a failure.
  private func settled(_ result: CaseResult) -> CaseResult {
    guard let reason = scenario.xfail else { return result }
    var settled = result
    switch result.outcome {
    case .skipped: break
    case .errored(let failure) where failure.kind == .scenarioUnusable: break
    case .failed(let failure), .errored(let failure):
      settled.outcome = .skipped("fails as expected: \(reason) (\(failure.message))")
    case .passed:
      settled.outcome = .failed(CaseFailure(unexpectedPassOf: scenario, reason, commands.run))
    }
    return settled
  }
}

// MARK: One given schedule

extension CaseExplorer {
  /// Replays a schedule to the letter, and compares the logs if it does so more than once.
  private func replayed(_ schedule: Schedule, times: Int) -> CaseResult {
    var first: (result: CaseResult, log: [String])?
    for turn in 1...max(1, times) {
      progress?("replay \(turn)")
      let forced = ForcedSchedule(schedule)
      var record = runner.play(
        scenario, forced, isCanonical: schedule.departures.isEmpty, progress: progress,
        signOfLife: signOfLife)
      if let row = forced.divergence { record.divergence = (row, nil) }
      let log = record.entries.map { entry in LogLine.text(of: entry) }
      if let first {
        if let failure = difference(first.log, log, turn) {
          var result = first.result
          result.outcome = .errored(failure)
          return result
        }
      } else {
        var result = shown(record, schedule)
        if account.drawing == .whole, result.failure == nil {
          result.picture = judge(record, schedule.description).wholePicture
        }
        result.divergence = forced.divergence.map { row in
          "expected at \(row.instant): \(row.run)"
        }
        first = (result, log)
      }
    }
    guard let first else { preconditionFailure("a schedule is replayed at least once") }
    return first.result
  }

  /// Runs once with every departure told before it is taken.
  private func announced(by scheduler: any Scheduler) -> CaseResult {
    var told = Schedule(seed: numbersSeed)
    let recorder = RecordingScheduler(scheduler, seed: numbersSeed, keepsDepartures: true) {
      departure in
      told.departures.append(departure)
      progress?(ScheduleProgress.tells(told))
    }
    let record = runner.play(
      scenario, recorder, isCanonical: false, log: log)
    return shown(record, Schedule(of: recorder, seed: numbersSeed))
  }

  /// Searches as a run does up to one run of the search, in which every departure is told before it
  /// is taken.
  private func announced(run number: Int, atMost count: Int) -> CaseResult {
    let tour = tour(searches: true, count: count, telling: number)
    if let told = tour.told { return shown(told.judge.record, told.schedule) }
    // What ends before has another course than the run that somebody has lost a worker in.
    let signature = tour.failure?.signature ?? tour.canonical.signature
    return unrepeatable(signature.map { signature in signature.cause } ?? "run \(number)")
  }

  /// What became of one run, shown with its schedule.
  private func shown(_ record: RunRecord<SourceSpan>, _ schedule: Schedule) -> CaseResult {
    let judge = judge(record, schedule.description)
    judge.schedule = ScheduleAccount(of: schedule, [])
    var result = judge.result
    result.schedules.tried = 1
    result.schedule = schedule.description
    return result
  }

  /// The problem of two runs whose logs differ; nil if they don't.
  private func difference(_ first: [String], _ second: [String], _ turn: Int) -> CaseFailure? {
    guard let difference = LogDifference(first, second) else { return nil }
    let message = "nondeterministic subject: replay \(turn) took another course than the first"
    var failure = CaseFailure(
      .nondeterministic, message, line: scenario.line, again: commands.run)
    failure.details = difference.lines
    return failure
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
