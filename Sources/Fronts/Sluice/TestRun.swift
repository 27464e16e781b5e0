import SluiceConformance
import SluiceSimulation
import SluiceSpies
import SluiceText

/// One run of a test in a simulation of its own.
struct TestRun {
  /// The test's closure.
  let test: (TestStage) throws -> Void
  /// The traits that the streams declare.
  let traits: Traits
  /// When to give up.
  let limits: Simulation.Limits
  /// Whether the test goes on while an event waits.
  let isPatient: Bool

  /// Thrown where an event that a later line might let go on keeps a test that is not patient:
  /// another run, with patience, finds that out.
  struct NoPatience: Error {}

  /// Plays the test.
  ///
  /// - Parameter scheduler: The scheduler of the events.
  /// - Returns: The record of the run.
  /// - Throws: That the run needs patience.
  func record(under scheduler: any Scheduler) throws(NoPatience) -> RunRecord<SourceLine> {
    var played: TestStage?
    var isImpatient = false
    let script = { (simulation: Simulation) in
      let stage = TestStage(in: simulation, traits: traits)
      played = stage
      var blocked: RunRecord<SourceLine>?
      if isPatient {
        simulation.runEventsApart { [unowned stage] outcome in
          blocked = TestRun.record(of: stage, blockedBy: outcome)
        }
      } else {
        simulation.noteGivingUp { _ in isImpatient = true }
      }
      TestRun.play(test, on: stage)
      let isStopped = stage.mishap.map { mishap in
        mishap.kind == .limitReached || mishap.kind == .escaped
      }
      if let blocked, simulation.hasBlocker, isStopped != true {
        Simulation.keepForGood(stage)
        stage.close()
        _ = simulation.end(cancelsTasks: false)
        return blocked
      }
      var record = TestRun.lastRecord(of: stage, isWhole: true)
      if !stage.isHalted { record.aftermath = stage.driver.playAftermath() }
      // Everything is judged by now: a loop of the subject's that goes on must not get the chance.
      _ = simulation.end(cancelsTasks: false)
      return record
    }
    let record = Simulation(scheduler: scheduler, limits: limits).perform(script) { outcome in
      guard let played else { preconditionFailure("a test that has not begun was given up") }
      // Another thread makes it in the place of the blocked one, whose state it must not touch.
      TestRun.fail(outcome, on: played)
      return TestRun.lastRecord(of: played, isWhole: false)
    }
    if isImpatient { throw NoPatience() }
    return record
  }

  /// The record of a run that is over.
  private static func lastRecord(of stage: TestStage, isWhole: Bool) -> RunRecord<SourceLine> {
    stage.driver.log.close()
    stage.close()
    return record(of: stage, isWhole: isWhole)
  }

  /// The record of a run so far.
  private static func record(of stage: TestStage, isWhole: Bool) -> RunRecord<SourceLine> {
    let driver = stage.driver
    let isForeign = driver.log.foreignEntries > 0
    var record = RunRecord(
      of: driver, isForeign ? driver.log.simulatedEntries : driver.log.entries,
      marks: stage.marks, mishap: stage.mishap, declarations: stage.declarations)
    let isAsked = isWhole && !stage.isHalted && !record.unfinished.isEmpty
    record.waiters = isAsked ? driver.simulation.waiters : []
    record.idleWork = isWhole ? driver.simulation.idleWork : []
    record.left = driver.left
    return record
  }

  /// The record of a run whose event stays blocked.
  ///
  /// Made on another thread, while the test stands still.
  private static func record(
    of stage: TestStage, blockedBy outcome: Outcome
  ) -> RunRecord<SourceLine> {
    let known = stage.mishap
    fail(outcome, on: stage)
    defer { stage.mishap = known }
    return record(of: stage, isWhole: false)
  }

  private static func fail(_ outcome: Outcome, on stage: TestStage) {
    switch outcome {
    case .deadlocked(let waits): stage.fail(RunStop(waits, callingTheScript: "the test"))
    case .overLimit(let limit): stage.fail(stage.driver.stop(.overLimit(limit)))
    case .escaped(let escapes): stage.fail(RunStop(escapes))
    case .finished, .stuck: stage.fail(.subjectHung, "the run can't go on", at: nil)
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
      stage.fail(throwing: error, at: stage.marks.last?.line)
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
    if stage.mishap?.kind == .escaped { driver.log.close() }
    stage.release()
  }
}
