import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceSpies

/// One given schedule.
extension CaseExplorer {
  /// Replays a schedule to the letter, and compares the logs if it does so more than once.
  func replayed(_ schedule: Schedule, times: Int) -> CaseResult {
    var first: (result: CaseResult, log: [String])?
    for turn in 1...max(1, times) {
      progress?("replay \(turn)")
      let forced = ForcedSchedule(schedule)
      var record = runner.play(
        scenario, of: product, forced, isCanonical: schedule.departures.isEmpty, progress: progress)
      if let row = forced.divergence { record.divergence = RunRecord.Divergence(row: row) }
      let log = record.entries.map { entry in LogLine.text(of: entry) }
      if let first {
        if let problem = difference(first.log, log, turn) {
          var result = first.result
          result.outcome = .errored(problem)
          return result
        }
      } else {
        var judge = Judge(
          scenario: scenario, record: record, level: runner.level,
          again: commands.text(for: schedule.description))
        judge.scheduleLines = ScheduleTable(schedule).lines([])
        var result = judge.result
        result.schedules.tried = 1
        result.schedule = schedule.description
        if keepsakes.contains(.logs) { result.logs = [LogSample(wholeLog: log, of: "the replay")] }
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
  func announced(by scheduler: any Scheduler) -> CaseResult {
    var told = Schedule(seed: numbersSeed)
    let recorder = RecordingScheduler(scheduler, seed: numbersSeed, keepsDepartures: true) {
      departure in
      told.departures.append(departure)
      progress?(ScheduleProgress.tells(told))
    }
    let record = runner.play(
      scenario, of: product, recorder, isCanonical: false, progress: nil,
      logProgress: logProgress)
    let schedule = schedule(of: recorder)
    var judge = Judge(
      scenario: scenario, record: record, level: runner.level,
      again: commands.text(for: schedule.description))
    judge.scheduleLines = ScheduleTable(schedule).lines([])
    var result = judge.result
    result.schedules.tried = 1
    result.schedule = schedule.description
    return result
  }

  /// The problem of two runs whose logs differ; nil if they don't.
  private func difference(_ first: [String], _ second: [String], _ turn: Int) -> Problem? {
    guard let difference = LogDifference(first, second) else { return nil }
    let message = "nondeterministic subject: replay \(turn) took another course than the first"
    let body = ([message] + difference.lines + ["again: \(commands.run)"]).joined(separator: "\n")
    return Problem(kind: .nondeterministic, message: message, body: body, line: scenario.line)
  }
}
