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
      record.divergence = forced.divergence.map { row in RunRecord.Divergence(row: row) }
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
    Judge(of: PlayedTest(beginning: place), record, by: .shipped, level: .should)
  }

  private func sample(_ count: Int) throws -> TriedSchedules {
    if let error = try judge(FirstInFirstOut(seed: numbersSeed)).error() { throw error }
    var tried = TriedSchedules(runs: 1, distinct: 1)
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
        let reduction = reduction(alike: signature)
        let departures = ScheduleAccount.departures(recorder.departureCount)
        let remark = "found as schedule \(number), with \(departures)"
        guard let found = reduction.beginning(of: recorder, scheduler) else {
          throw unrepeatable(judge)
        }
        throw smallestFailure(found, reduction, judge, remark)
      }
      guard recorder.choices > 0 else {
        tried.isExhausted = true
        break
      }
    }
    return tried
  }

  /// Runs the test under every schedule; the test's closures may touch anything, so that none is
  /// taken for independent of another.
  private func exhaust(atMost limit: Int) throws -> TriedSchedules {
    let search = ExhaustiveSearch(seed: numbersSeed)
    var digests: Set<UInt64> = []
    while let run = search.nextRun() {
      guard search.runs <= limit else {
        throw plainFailure(
          .limitReached, "there are more than \(limit) schedules: try some of them instead")
      }
      let recorder = RecordingScheduler(run, seed: numbersSeed, keepsDepartures: true)
      let judge = try judge(recorder)
      digests.insert(recorder.digest)
      guard let signature = judge.signature else { continue }
      if recorder.departureCount == 0, let error = judge.error() { throw error }
      let reduction = reduction(alike: signature)
      let remark = "found in run \(search.runs) of a search through all"
      throw smallestFailure(schedule(of: recorder), reduction, judge, remark)
    }
    guard search.isExhausted else {
      throw plainFailure(
        .nondeterministic,
        "a repeated run took another course: the test depends on something else")
    }
    return TriedSchedules(runs: search.runs, distinct: digests.count, isExhausted: true)
  }
}

// MARK: Failures

extension TestExplorer {
  /// What makes a schedule small under which the test fails.
  private func reduction(alike signature: FailureSignature<SourceLine>) -> ScheduleReduction {
    // Each deadlock leaves a thread behind for good.
    let isDeadlock = signature.kind == .deadlocked
    let budget = isDeadlock ? ShrinkingBudget(runs: 30) : ShrinkingBudget()
    return ScheduleReduction(budget: budget, seed: numbersSeed) { scheduler in
      let recorder = RecordingScheduler(scheduler, seed: numbersSeed, keepsDepartures: true)
      // One that wants patience is none that fails alike.
      guard let judge = try? judge(recorder) else { return nil }
      budget.spend(events: judge.record.steps)
      guard judge.signature == signature, !recorder.isOverweight else { return nil }
      return schedule(of: recorder)
    }
  }

  /// The schedule that a run took; its seed is left out if nothing in the run was random.
  private func schedule(of recorder: RecordingScheduler) -> Schedule {
    Schedule(
      seed: recorder.drawnNumbers > 0 ? numbersSeed : 0, departures: recorder.departures)
  }

  /// The failure as a replay of the smallest schedule shows it that was found to fail alike.
  private func smallestFailure(
    _ found: Schedule, _ reduction: ScheduleReduction, _ judge: Judge<PlayedTest>, _ remark: String
  ) -> any Error {
    for schedule in [reduction.smallest(notMoreThan: found), found] {
      let forced = ForcedSchedule(schedule)
      guard let replay = try? self.judge(forced), replay.signature == judge.signature,
        forced.divergence == nil
      else { continue }
      replay.schedule = ScheduleAccount(of: schedule, [remark])
      if let error = replay.error(under: schedule.description) { return error }
    }
    return unrepeatable(judge)
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
    PlayedTest(beginning: place).show(FailureLines(place), in: &failure)
    failure.details = details.map { line in " \(line)" }
    return SimulationFailure(failure, at: place, schedule: schedule)
  }
}
