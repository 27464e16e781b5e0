import SluiceReports
import SluiceRunner
import SluiceSimulation
import SluiceText

/// The place for schedules that are too long for a command, and their names in one.
struct LongSchedules {
  private let files: ScheduleFiles
  private let call: CallWords
  private let root: ScenarioRoot

  /// The files beside a JUnit report.
  ///
  /// - Parameters:
  ///   - report: The absolute path of the report.
  ///   - call: The words of a call that is made again.
  ///   - root: Where the paths begin that reports show.
  init(beside report: String, _ call: CallWords, root: ScenarioRoot) {
    files = ScheduleFiles(beside: report)
    self.call = call
    self.root = root
  }

  /// Writes the schedule of a failure, where it is too long for a command.
  ///
  /// - Parameters:
  ///   - result: The result of a case.
  ///   - listing: The name of the case.
  /// - Returns: The result with a command that names the file; nil where nothing was written.
  /// - Throws: `ReportError` if the file can't be written.
  func written(_ result: CaseResult, of listing: CaseListing) throws(ReportError) -> CaseResult? {
    guard var failure = result.failure, let replay = failure.replay,
      let text = failure.schedule?.text, let schedule = try? Schedule(parsing: text)
    else { return nil }
    let path = try files.write(schedule.parts, of: listing.name, id: result.id)
    let word = ScheduleChoice.file(call.path(root.shown(path))).word
    failure.again = "\(replay) \(ShellWord.quoted(word))"
    return result.with(failure)
  }
}

extension CaseResult {
  /// The result with the command that takes the schedule from a file, where that is too long for a
  /// line.
  ///
  /// - Parameter commands: The commands that show the case again.
  /// - Returns: The result, changed only where its command replays such a schedule.
  func offeringFile(_ commands: ExplorationCommands) -> CaseResult {
    guard var failure, let schedule = failure.schedule, schedule.isLong, let text = schedule.text,
      failure.again == commands.text(for: text)
    else { return self }
    failure.replay = commands.replay
    return with(failure)
  }

  /// The result with the command that names the file from which the schedule was read.
  ///
  /// - Parameters:
  ///   - choice: The choice of the call.
  ///   - schedule: The text of the schedule.
  ///   - commands: The commands that show the case again.
  /// - Returns: The result, changed only where a file was named.
  func naming(
    _ choice: ScheduleChoice, for schedule: String, _ commands: ExplorationCommands
  ) -> CaseResult {
    guard case .file = choice, var failure, failure.again == commands.text(for: schedule) else {
      return self
    }
    failure.again = "\(commands.replay) \(ShellWord.quoted(choice.word))"
    return with(failure)
  }

  /// The result with another account of its failure.
  fileprivate func with(_ failure: CaseFailure) -> CaseResult {
    var result = self
    switch outcome {
    case .failed: result.outcome = .failed(failure)
    case .errored: result.outcome = .errored(failure)
    case .passed, .skipped: break
    }
    return result
  }
}
