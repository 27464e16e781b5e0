import SluiceConformance
import SluiceSimulation
import SluiceSpies

/// One run of a test under one schedule, with everything that it left behind.
struct TestRun {
  /// What happened, in order.
  var entries: [LogEntry]
  /// The lines of the test by where in the log they ran.
  var marks: [TestStage.Mark]
  /// Why the test was not played to its last line, if it was not.
  var mishap: TestStage.Mishap?
  /// What the streams declare of themselves.
  var declarations: Declarations
  /// The names of the consumers, in the order of their numbers.
  var names: [String]
  /// The consumers whose tasks have not ended.
  var unfinished: [String]
  /// Whoever waited when nothing was left to happen, if a consumer did; else nobody is asked.
  var waiters: [Waiter]
  /// The tasks that lived when everything was over.
  var left: [Waiter]
  /// What came of the registrations after the end.
  var aftermath = Aftermath()
  /// What was given to run loops that nobody runs: why somebody may wait for ever.
  var idleWork: [IdleWork]
  /// How many events the simulation ran.
  var steps: Int
  /// The choice of a forced schedule that never came up, if there is one.
  var divergence: ForcedSchedule.Row?
  /// Whether it was given up for an event that a later line might let go on: that is found out by
  /// another run, with patience.
  var isImpatient = false

  /// Plays a test in a simulation of its own.
  ///
  /// - Parameters:
  ///   - test: What to do.
  ///   - scheduler: What orders the events.
  ///   - traits: What the streams declare of themselves.
  ///   - limits: When to give up.
  ///   - isPatient: Whether the test goes on while an event waits.
  init(
    of test: @escaping (TestStage) throws -> Void, _ scheduler: any Scheduler, traits: Traits,
    limits: Simulation.Limits, isPatient: Bool
  ) {
    var played: TestStage?
    var isImpatient = false
    let script = { (simulation: Simulation) in
      let stage = TestStage(in: simulation, traits: traits)
      played = stage
      var blocked: TestRun?
      if isPatient {
        simulation.runEventsApart { [unowned stage] outcome in
          blocked = TestRun(of: stage, blockedBy: outcome)
        }
      } else {
        simulation.noteGivingUp { _ in isImpatient = true }
      }
      TestRun.play(test, on: stage)
      let isStopped = stage.mishap.map { mishap in
        mishap.kind == .stopped(.overLimit) || mishap.kind == .stopped(.escaped)
      }
      if let blocked, simulation.hasBlocker, isStopped != true {
        Simulation.keepForGood(stage)
        stage.close()
        _ = simulation.end(cancelsTasks: false)
        return blocked
      }
      var run = TestRun(of: stage, isWhole: true)
      if !stage.isHalted { run.aftermath = stage.driver.playAftermath() }
      // Everything is judged by now: a loop of the subject's that goes on must not get the chance.
      _ = simulation.end(cancelsTasks: false)
      return run
    }
    self = Simulation(scheduler: scheduler, limits: limits).perform(script) { outcome in
      guard let played else { preconditionFailure("a test that has not begun was given up") }
      var run = TestRun(of: played, givenUp: outcome)
      run.isImpatient = isImpatient
      return run
    }
  }

  /// What a stage's run left behind.
  private init(of stage: TestStage, isWhole: Bool) {
    stage.driver.log.close()
    stage.close()
    self.init(soFar: stage, isWhole: isWhole)
  }

  /// What a stage's run has come to.
  private init(soFar stage: TestStage, isWhole: Bool) {
    let driver = stage.driver
    let isForeign = driver.log.foreignEntries > 0
    entries = isForeign ? driver.log.simulatedEntries : driver.log.entries
    marks = stage.marks
    mishap = stage.mishap
    declarations = stage.declarations
    names = driver.consumers.map(\.name)
    unfinished = driver.unfinished.map(\.name)
    let isAsked = isWhole && !stage.isHalted && !unfinished.isEmpty
    waiters = isAsked ? driver.simulation.waiters : []
    idleWork = isWhole ? driver.simulation.idleWork : []
    left = driver.left
    steps = driver.simulation.step
  }

  /// What a run left behind that blocks its thread for ever.
  ///
  /// Made on another thread in its stead: nothing that the blocked one may be at is touched.
  private init(of stage: TestStage, givenUp outcome: Outcome) {
    TestRun.fail(outcome, on: stage)
    self.init(of: stage, isWhole: false)
  }

  /// What a run is if the test does not unblock the event.
  ///
  /// Made on another thread, while the test stands still.
  private init(of stage: TestStage, blockedBy outcome: Outcome) {
    let known = stage.mishap
    TestRun.fail(outcome, on: stage)
    self.init(soFar: stage, isWhole: false)
    stage.mishap = known
  }

  private static func fail(_ outcome: Outcome, on stage: TestStage) {
    switch outcome {
    case .deadlocked(let waits): stage.fail(RunStop(waits, callingTheScript: "the test"))
    case .overLimit(let limit): stage.fail(stage.driver.stop(.overLimit(limit)))
    case .escaped(let escapes): stage.fail(RunStop(escapes))
    case .finished, .stuck: stage.fail(.unusable, "the run can't go on", at: nil)
    }
  }

  /// Plays the whole test: its lines, what nobody expected, the epilogue, the end of all that the
  /// stage holds.
  private static func play(_ test: (TestStage) throws -> Void, on stage: TestStage) {
    // The test's own code may wait for something that never comes, between its lines, too.
    stage.simulation.watchScript()
    do {
      try test(stage)
    } catch {
      stage.fail(throwing: error, at: stage.marks.last?.place)
    }
    // What an expectation waits for may never come while an event is blocked.
    if stage.mishap != nil, !stage.isHalted, stage.simulation.hasBlocker { return }
    stage.checkLeftovers()
    stage.declareSources()
    let driver = stage.driver
    if !stage.isHalted {
      stage.endAssignments()
      // A test that was left between two lines is judged as one that went on.
      if let halt = driver.settle() {
        stage.fail(driver.stop(halt))
      } else if let halt = driver.playEpilogue() {
        stage.fail(driver.stop(halt))
      } else if let halt = driver.conclude(
        releaseFixture: stage.release, then: stage.noteDeadTargets)
      {
        stage.fail(driver.stop(halt))
      }
    }
    let hasFailed = stage.mishap != nil
    if let stop = driver.stopAtEnd(hasFailed: hasFailed, isHalted: stage.isHalted) {
      stage.fail(stop)
    }
    if stage.mishap?.kind == .stopped(.escaped) { driver.log.close() }
    stage.release()
  }
}
