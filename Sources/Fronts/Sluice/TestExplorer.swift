import SluiceConformance
import SluiceSimulation
import SluiceSpies
import SluiceText

/// What runs one test under the schedules that are asked for.
///
/// The first failure ends it: it is made small, and thrown as the schedule that is left shows it.
struct TestExplorer {
  let test: (TestStage) throws -> Void
  let traits: Traits
  let limits: Simulation.Limits
  /// The rules that judge it.
  let rules: TestRules
  /// Where the test begins.
  let place: SourceLine
  let seed: UInt64
  /// Whether the test goes on while an event waits.
  var isPatient = false

  /// Does something, and if an event keeps the test once more, with patience.
  private func patiently<Result>(
    _ body: (TestExplorer) throws -> Result
  ) throws -> Result {
    do {
      return try body(self)
    } catch is TestRun.NoPatience {
      var explorer = self
      explorer.isPatient = true
      return try body(explorer)
    }
  }

  /// Runs the test under schedules until it fails under one.
  ///
  /// - Parameter schedules: The schedules.
  /// - Returns: How many there were.
  /// - Throws: The failure.
  func explore(_ schedules: TestSchedules) throws -> TriedSchedules {
    try patiently { explorer in
      switch schedules {
      case .canonical: try explorer.sample(0)
      case .sampled(let count): try explorer.sample(count)
      case .all(let limit): try explorer.exhaust(atMost: limit)
      }
    }
  }

  /// Runs the test once under a schedule that a failure printed.
  ///
  /// - Parameter text: The schedule.
  /// - Throws: The failure, also where the schedule does not fit.
  func replay(_ text: String) throws {
    let schedule: Schedule
    do {
      schedule = try Schedule(parsing: text)
    } catch {
      throw plainFailure(.scenarioUnusable, error.description, schedule: text)
    }
    let judge = try patiently { explorer in
      let forced = ForcedSchedule(schedule)
      var record = try explorer.run(forced)
      record.divergence = forced.divergence.map { row in (row, nil) }
      return explorer.judge(of: record)
    }
    judge.schedule = schedule.departures.isEmpty ? nil : ScheduleAccount(of: schedule, [])
    if let error = judge.error(under: text) { throw error }
  }

  private var numbersSeed: UInt64 { seed(of: 0) }

  private func seed(of number: Int) -> UInt64 {
    ScheduleSeed(caseID: "", runSeed: seed, number: number).value
  }

  private func run(_ scheduler: any Scheduler) throws -> RunRecord<SourceLine> {
    try TestRun(test: test, traits: traits, limits: limits, isPatient: isPatient)
      .record(under: scheduler)
  }

  private func judge(_ scheduler: any Scheduler) throws -> Judge<PlayedTest> {
    judge(of: try run(scheduler))
  }

  private func judge(of record: RunRecord<SourceLine>) -> Judge<PlayedTest> {
    rules.judge(of: PlayedTest(beginning: place, edition: rules.declared), record)
  }

  private func sample(_ count: Int) throws -> TriedSchedules {
    let canonical = try judge(FirstInFirstOut(seed: numbersSeed))
    if let error = canonical.error() { throw error }
    var tried = TriedSchedules(runs: 1, distinct: 1)
    var advice = TestAdvice(canonical)
    var digests: Set<UInt64> = []
    for number in (1...).prefix(max(0, count)) {
      let scheduler = FurtherSchedules.scheduler(number, seed: seed(of: number))
      let recorder = RecordingScheduler(scheduler, seed: numbersSeed, keepsDepartures: false)
      let judge = try judge(recorder)
      tried.runs += 1
      if recorder.departureCount > 0, digests.insert(recorder.digest).inserted {
        tried.distinct += 1
      }
      if let signature = judge.signature {
        let failure = shrinking(alike: signature).failure(
          of: recorder, repeatedBy: scheduler, "found as schedule \(number)")
        throw error(of: failure, judge)
      }
      advice.add(judge)
      guard recorder.choices > 0 else {
        tried.isExhausted = true
        break
      }
    }
    tried.advice = advice.messages
    return tried
  }

  /// Runs the test under every schedule; the test's closures may touch anything, so that none is
  /// taken for independent of another.
  private func exhaust(atMost limit: Int) throws -> TriedSchedules {
    let search = ExhaustiveSearch(seed: numbersSeed)
    var digests: Set<UInt64> = []
    var advice = TestAdvice()
    while let run = search.nextRun() {
      guard search.runs <= limit else {
        throw plainFailure(
          .limitReached, "there are more than \(limit) schedules: try some of them instead")
      }
      let recorder = RecordingScheduler(run, seed: numbersSeed, keepsDepartures: true)
      let judge = try judge(recorder)
      digests.insert(recorder.digest)
      guard let signature = judge.signature else {
        advice.add(judge)
        continue
      }
      if recorder.departureCount == 0, let error = judge.error() { throw error }
      let remark = "found in run \(search.runs) of a search through all"
      let failure = shrinking(alike: signature).failure(
        under: Schedule(of: recorder, seed: numbersSeed), remark)
      throw self.error(of: failure, judge)
    }
    guard search.isExhausted else {
      throw plainFailure(
        .nondeterministic,
        "a repeated run took another course: the test depends on something else")
    }
    return TriedSchedules(
      runs: search.runs, distinct: digests.count, isExhausted: true, advice: advice.messages)
  }
}

// MARK: Failures

extension TestExplorer {
  /// The runs by which a failure is made small; one that wants patience does not fail alike.
  private func shrinking(
    alike signature: FailureSignature<SourceLine>
  ) -> FailureShrinking<PlayedTest> {
    FailureShrinking(
      alike: signature, budget: ShrinkingBudget(for: signature), seed: numbersSeed
    ) { scheduler in try? judge(scheduler) }
  }

  /// The error of a failure that was made small, if another run shows it.
  private func error(
    of failure: FailureShrinking<PlayedTest>.Shown?, _ judge: Judge<PlayedTest>
  ) -> any Error {
    failure.flatMap { shown in shown.judge.error(under: shown.schedule?.description) }
      ?? unrepeatable(judge)
  }

  /// What to throw where the same schedule does not show the failure again.
  private func unrepeatable(_ judge: Judge<PlayedTest>) -> any Error {
    var message = "not the same twice"
    if let error = judge.error() {
      let words = (error as? SimulationFailure)?.message ?? "\(error)"
      message = "not the same twice: \(words)"
    }
    return plainFailure(
      .nondeterministic, message,
      details: [
        "it came up under a schedule, and not when that was repeated: the test has to make",
        "everything anew that it uses, and to depend on nothing else",
      ])
  }

  /// The failure of all runs together, which has no log.
  private func plainFailure(
    _ kind: CaseFailure.Kind, _ message: String, schedule: String? = nil, details: [String] = []
  ) -> SimulationFailure {
    var failure = CaseFailure(kind, message, line: place.line)
    PlayedTest(beginning: place, edition: nil).show(FailureLines(place), in: &failure)
    failure.details = details.map { line in " \(line)" }
    return SimulationFailure(failure, at: place, schedule: schedule)
  }
}
