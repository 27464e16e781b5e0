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

  /// Thrown where an event keeps a test that is not patient: all is done anew with patience.
  private struct NoPatience: Error {}

  /// Does something, and if an event keeps the test once more, with patience.
  private func patiently<Result>(
    _ body: (TestExplorer) throws -> Result
  ) throws -> Result {
    do {
      return try body(self)
    } catch is NoPatience {
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
      throw plainFailure(error.description, schedule: text)
    }
    let run = try patiently { explorer in
      let forced = ForcedSchedule(schedule)
      var run = try explorer.run(forced)
      run.divergence = forced.divergence
      return run
    }
    let lines =
      schedule.departures.isEmpty
      ? [] : ScheduleAccount(of: schedule, []).displayText.rendered(columns: nil)
    if let failure = TestJudge(run, place: place).failure(text, lines) { throw failure }
  }

  private var numbersSeed: UInt64 { seed(of: 0) }

  private func seed(of number: Int) -> UInt64 {
    ScheduleSeed(caseID: "", runSeed: seed, number: number).value
  }

  private func run(_ scheduler: any Scheduler) throws -> TestRun {
    let run = TestRun(
      of: test, scheduler, traits: traits, limits: limits, isPatient: isPatient)
    if run.isImpatient { throw NoPatience() }
    return run
  }

  private func judge(_ scheduler: any Scheduler) throws -> TestJudge {
    TestJudge(try run(scheduler), place: place)
  }

  private func sample(_ count: Int) throws -> TriedSchedules {
    if let failure = try judge(FirstInFirstOut(seed: numbersSeed)).failure() { throw failure }
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
        throw plainFailure("there are more than \(limit) schedules: try some of them instead")
      }
      let recorder = RecordingScheduler(run, seed: numbersSeed, keepsDepartures: true)
      let judge = try judge(recorder)
      digests.insert(recorder.digest)
      guard let signature = judge.signature else { continue }
      if recorder.departureCount == 0, let failure = judge.failure() { throw failure }
      let reduction = reduction(alike: signature)
      let remark = "found in run \(search.runs) of a search through all"
      throw smallestFailure(schedule(of: recorder), reduction, judge, remark)
    }
    guard search.isExhausted else {
      throw plainFailure("a repeated run took another course: the test depends on something else")
    }
    return TriedSchedules(runs: search.runs, distinct: digests.count, isExhausted: true)
  }
}

// MARK: Failures

extension TestExplorer {
  /// What makes a schedule small under which the test fails.
  private func reduction(alike signature: TestJudge.Signature) -> ScheduleReduction {
    // Each deadlock leaves a thread behind for good.
    let isDeadlock = signature.kind == .mishap(.stopped(.deadlocked))
    let budget = isDeadlock ? ShrinkingBudget(runs: 30) : ShrinkingBudget()
    return ScheduleReduction(budget: budget, seed: numbersSeed) { scheduler in
      let recorder = RecordingScheduler(scheduler, seed: numbersSeed, keepsDepartures: true)
      // One that wants patience is none that fails alike.
      guard let judge = try? judge(recorder) else { return nil }
      budget.spend(events: judge.run.steps)
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
    _ found: Schedule, _ reduction: ScheduleReduction, _ judge: TestJudge, _ remark: String
  ) -> any Error {
    for schedule in [reduction.smallest(notMoreThan: found), found] {
      let forced = ForcedSchedule(schedule)
      guard let replay = try? self.judge(forced), replay.signature == judge.signature,
        forced.divergence == nil,
        let failure = replay.failure(
          schedule.description,
          ScheduleAccount(of: schedule, [remark]).displayText.rendered(columns: nil))
      else { continue }
      return failure
    }
    return unrepeatable(judge)
  }

  /// What to throw where the same schedule does not show the failure again.
  private func unrepeatable(_ judge: TestJudge) -> any Error {
    var message = "not the same twice"
    if let failure = judge.failure() {
      let words = (failure as? SimulationFailure)?.message ?? "\(failure)"
      message = "not the same twice: \(words)"
    }
    return plainFailure(
      message,
      details: [
        "it came up under a schedule, and not when that was repeated: the test has to make",
        "everything anew that it uses, and to depend on nothing else",
      ])
  }

  private func plainFailure(
    _ message: String, schedule: String? = nil, details: [String] = []
  ) -> SimulationFailure {
    let lines = ["at \(place)"] + details
    return SimulationFailure(
      message: message, rule: nil, place: place, schedule: schedule, thrown: nil,
      description: ([message] + lines.map { line in "  \(line)" }).joined(separator: "\n"))
  }
}
