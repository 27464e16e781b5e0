import Foundation
import SluiceReports
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import SluiceText

/// What `--rerun-failed` was given.
package struct RerunChoice: Equatable, Sendable {
  /// The report; nil for that of the last run.
  package var report: String?
  /// Whether the seed is the report's, since the call names none.
  package var takesSeed = true
  /// Whether the number of schedules is the report's.
  package var takesSchedules = true
  /// Whether the weakest rules that fail a case are the report's.
  package var takesLevel = true
  /// Whether the edition is that of the report.
  package var takesEdition = true

  /// The choice of a call; nil where it makes none.
  init?(_ parsed: ParsedOptions) {
    guard let text = parsed.text(RunCommand.rerunFailed) else { return nil }
    report = text.isEmpty ? nil : text
    takesSeed = !parsed.isGiven(.seed)
    takesSchedules = !parsed.isGiven(RunCommand.schedules)
    takesLevel = !parsed.isGiven(.level)
    takesEdition = !parsed.isGiven(.edition)
  }

  /// Refuses a report that stands behind the option instead of being attached to it.
  func checkAttached(
    _ paths: [String], in environment: CommandEnvironment
  ) throws(UsageError) {
    guard report == nil else { return }
    let detached = paths.first { path in
      let place = AbsolutePath(path, from: environment.workingDirectory).text
      return !path.hasSuffix(".scenario") && FileKind.isRegular(at: place)
    }
    guard let detached else { return }
    let name = RunCommand.rerunFailed.name
    throw .unusablePath(
      reason: "\(quoted(detached)) is no scenario file; a report is attached to the option: "
        + "\(name)=\(detached)")
  }
}

/// The cases that failed in an earlier run, as its report or its journal has them.
struct FailedCases {
  /// The path of the report, as it was given.
  let path: String
  private var names: Set<JUnitCaseName> = []
  private var subject: String?
  private var seed: UInt64?
  private var schedules: Int?
  private var level: RuleLevelChoice?
  private var edition: Edition?
  /// The shard that the report is of; nil for all of a run.
  private var shard: Shard?

  /// How many there are.
  var count: Int { names.count }

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - path: The path as it was given.
  ///   - place: Where that is.
  /// - Throws: `UsageError` for what is neither a report nor a journal, or is a part of one.
  init(in path: String, at place: String) throws(UsageError) {
    self.path = path
    do {
      guard FileManager.default.fileExists(atPath: place) else {
        throw ReportReadingError.missing
      }
      let bytes = try Data(contentsOf: URL(filePath: place), options: .alwaysMapped)
      if bytes.first == UInt8(ascii: "{") {
        try read(RunJournalReader(path: path, at: place))
      } else {
        try read(FailedJUnitCases(reading: bytes))
      }
    } catch let error as MergeError {
      throw .unusablePath(reason: error.description)
    } catch {
      let reason: String =
        switch error {
        case let error as JUnitReadingError: error.description
        case let error as ReportReadingError: error.description
        default: "it can't be read"
        }
      throw .unusablePath(reason: "the report '\(path)' can't be run again: \(reason)")
    }
  }

  private mutating func read(_ report: FailedJUnitCases) {
    names = report.names
    subject = report.properties["subject"]
    seed = report.properties["seed"].flatMap { text in UInt64(text) }
    shard = ShardFacts.shard(of: report.properties)
  }

  private mutating func read(_ journal: RunJournalReader) throws {
    let run = journal.begin.run
    (subject, seed, level) = (run.subject, run.seed, RuleLevelChoice(rawValue: run.level))
    // A run without a declared edition takes the newest again.
    if run.isNewest != true { edition = try Edition(run.edition) }
    schedules = run.schedules == "all" ? Exploration.every : Int(run.schedules)
    if journal.begin.shard.count > 1 { shard = journal.begin.shard }
    while let line = try journal.next() {
      guard line.result.failure != nil else { continue }
      names.insert(
        try JUnitCaseName(CaseReport(line.result, of: line.listing, subject: run.subject)))
    }
  }

  /// The options of a call, with what the run of the report had where the call doesn't say.
  ///
  /// A failure that some seed or some number of schedules has found would else be taken for mended.
  ///
  /// - Throws: `UsageError` for a report about other streams than the call's.
  func options(_ options: RunOptions, _ choice: RerunChoice) throws(UsageError) -> RunOptions {
    if let subject, subject != options.subject {
      throw .unusablePath(
        reason: "the report '\(path)' is of the subject \(subject), and not of \(options.subject)")
    }
    var options = options
    if choice.takesSeed { options.seed = seed ?? options.seed }
    if choice.takesSchedules { options.schedules = schedules ?? options.schedules }
    if choice.takesLevel { options.level = level ?? options.level }
    if choice.takesEdition { options.edition = edition ?? options.edition }
    return options
  }

  /// Refuses a call of another shard than the report's: it has none of its cases.
  func check(_ shard: Shard) throws(UsageError) {
    guard shard.count > 1, let own = self.shard, own != shard else { return }
    let (one, other) = (own.division.rawValue, shard.division.rawValue)
    throw .unusablePath(
      reason:
        "the report '\(path)' is of the shard \(own) by \(one), and not of \(shard) by \(other)")
  }

  /// Says how many of them a run does not have though it is of everything.
  func tellMissing(of count: Int, _ options: RunOptions, in environment: CommandEnvironment) {
    guard count < self.count, options.paths.isEmpty, options.filter == nil else { return }
    let missing = self.count - count
    environment.standardError.write(
      "\(environment.programName): \(missing) of the \(self.count) cases that failed in '\(path)' "
        + "\(missing == 1 ? "is" : "are") not there any more\n")
  }

  /// Whether a case is one of them.
  func has(_ scenario: ScenarioCase) -> Bool {
    let report = CaseReport(
      suite: scenario.suite, classname: scenario.suite, name: scenario.name, id: scenario.id)
    return (try? JUnitCaseName(report)).map(names.contains) ?? false
  }
}

/// Why a report is of no use.
private enum ReportReadingError: Error, CustomStringConvertible {
  /// There is none.
  case missing

  var description: String { "there is no such file" }
}
