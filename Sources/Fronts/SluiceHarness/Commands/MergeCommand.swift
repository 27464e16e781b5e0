import Foundation
package import SluiceReports
import SluiceRunner

/// What `sluice merge` was asked for.
package struct MergeOptions: Equatable, Sendable {
  /// The journals to join.
  package var files: [String] = []
  /// Where the JUnit report goes; as for a run, where the call is made, if nothing is said.
  package var junit: String?
  /// Where the joined journal goes, if anywhere.
  package var journal: String?
  /// Where JUnit reports go that are for readers with a schema of their own.
  package var dialects: [JUnitDialect: String] = [:]
  /// Where the page for people goes, if anywhere.
  package var html: String?
  /// Where the report in the Test Anything Protocol goes, if anywhere.
  package var tap: String?
  /// What GitHub is told; nil for what its variables ask for.
  package var gitHub: GitHubChoice?
  /// How much is told of failures.
  package var detail = TerminalReport.Detail.causes
  /// The form of what is printed.
  package var format = OutputFormat.human
  /// Whether to print in colour.
  package var color = ColorChoice.auto

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice merge`.
struct MergeCommand: Command {
  static let name = "merge"
  static let summary = "Joins the shards of a run, and reports of them as of one run."
  static let discussion = [
    "Each FILE is what 'run --report json=FILE' has written. The reports are those",
    "that the run would have made on one machine, and so is the exit code. Files of",
    "other runs are refused, and cases that stand in two files or in none. The JUnit",
    "reports of shards are joined, too: they hold no logs, and so no journal and no",
    "diagrams can be made of them.",
  ]
  static let operand: OperandDeclaration? = OperandDeclaration(
    "FILE", .several, help: "the journal of a shard, or its JUnit report")
  static let options: [OptionDeclaration] = [
    RunCommand.junit, RunCommand.report, RunCommand.verbose, RunCommand.quiet, .format, .color,
  ]

  let values: MergeOptions

  static func wasRefused(
    _ words: ArraySlice<String>, in environment: CommandEnvironment, with harness: Harness
  ) {
    let inputs = words.filter { word in !word.hasPrefix("-") }.map { path in
      AbsolutePath(path, from: environment.workingDirectory).text
    }
    _ = OwnReports(
      namedIn: words, of: self, below: environment.workingDirectory, in: environment, with: harness
    ).removeOld(except: inputs, in: environment)
  }

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> MergeCommand {
    var values = MergeOptions()
    values.files = parsed.operands
    let reports = try ReportPaths(parsed)
    values.junit = reports.junit
    values.journal = reports.journal
    values.html = reports.html
    values.dialects = reports.dialects
    values.tap = reports.tap
    values.gitHub = reports.gitHub
    values.detail = try RunCommand.detail(parsed)
    values.format = try parsed.choice(.format) ?? values.format
    values.color = try parsed.choice(.color) ?? values.color
    return MergeCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    environment.watchSignals()
    try ReportPlaces(of: values, in: environment, with: harness).check()
    let inputs = places(in: environment).map { file in file.place }
    let reports = OwnReports(of: values, in: environment, with: harness)
    guard reports.removeOld(except: inputs, in: environment) else { return .harnessFailure }
    try values.gitHub.check(in: environment)
    do {
      try checkFiles(in: environment)
      return try inputs.allSatisfy(JoinedReports.isReport)
        ? mergeReports(in: environment, with: harness) : merge(in: environment, with: harness)
    } catch let error as UsageError {
      throw error
    } catch WorkerError.stopped {
      return environment.stoppedCode() ?? .harnessFailure
    } catch {
      environment.standardError.write("\(environment.programName): \(oneLine("\(error)"))\n")
      return .harnessFailure
    }
  }

  /// Refuses a pipe or a device: each file is read twice, and nothing ends the wait for a pipe.
  private func checkFiles(in environment: CommandEnvironment) throws(MergeError) {
    for (path, place) in places(in: environment)
    where FileManager.default.fileExists(atPath: place) && !FileKind.isRegular(at: place) {
      throw .unreadable(path, line: nil, reason: "it is no regular file")
    }
  }

  private func merge(
    in environment: CommandEnvironment, with harness: Harness
  ) throws -> ExitCode {
    let joined = try JoinedJournals(
      places(in: environment), until: environment.stopSignal)
    tell(of: joined.missing, cases: joined.begin.run.cases, in: environment)
    var output = try RunOutput(
      joined.begin, to: destinations(of: joined.begin, in: environment, with: harness),
      plannedCases: joined.begin.run.cases, printingTo: environment.standardOutput)
    return try finish(&output, joined.end, in: environment) { output in
      try joined.tell { line in _ = try output.add(line.result, of: line.listing) }
      if joined.begin.run.isComplete { try output.add(missing: joined.end.unseen) }
    }
  }

  private func mergeReports(
    in environment: CommandEnvironment, with harness: Harness
  ) throws -> ExitCode {
    guard values.journal == nil else {
      throw UsageError.unusablePath(
        reason: "a journal can be made of journals alone: JUnit reports hold no logs")
    }
    let joined = try JoinedReports(places(in: environment), until: environment.stopSignal)
    tell(of: joined.missing, cases: joined.begin.run.cases, in: environment)
    var output = try RunOutput(
      joined.begin, to: destinations(of: joined.begin, in: environment, with: harness),
      plannedCases: joined.begin.run.cases, printingTo: environment.standardOutput,
      reportedRules: joined.unexercisedRules)
    let end = RunJournal.End(unseen: [:], realNanoseconds: 0)
    return try finish(&output, end, in: environment) { output in
      try joined.tell { report, number in try output.add(report, at: number) }
    }
  }

  private func tell(of missing: MissingShards?, cases: Int, in environment: CommandEnvironment) {
    guard let missing else { return }
    environment.tell(
      "\(environment.programName): \(missing.sentence(of: cases))\n",
      on: environment.standardError)
  }

  /// Has all cases told and the reports written, or none of them.
  private func finish(
    _ output: inout RunOutput, _ end: RunJournal.End, in environment: CommandEnvironment,
    _ tell: (inout RunOutput) throws -> Void
  ) throws -> ExitCode {
    do {
      try tell(&output)
      try environment.stopSignal.check()
    } catch {
      output.discard()
      throw error
    }
    return try output.close(end)
  }

  private func places(in environment: CommandEnvironment) -> [(path: String, place: String)] {
    values.files.map { path in
      (path, AbsolutePath(path, from: environment.workingDirectory).text)
    }
  }

  private func destinations(
    of begin: RunJournal.Begin, in environment: CommandEnvironment, with harness: Harness
  ) -> RunDestinations {
    let junit =
      ReportPaths.place(values.junit ?? harness.report(of: begin.run.subject), in: environment)
      ?? ""
    let folder = ScenarioRoot(path: environment.workingDirectory)
    return RunDestinations(
      junit: junit,
      journal: ReportPaths.place(values.journal, in: environment),
      dialects: ReportPaths.places(values.dialects, in: environment),
      html: ReportPaths.place(values.html, in: environment),
      tap: ReportPaths.place(values.tap, in: environment),
      gitHub: values.gitHub.destination(
        in: environment,
        below: (try? harness.root(in: environment).path) ?? environment.workingDirectory,
        isWhole: true),
      style: TerminalReport.Style(
        values.format, values.color, values.detail, isReproducible: begin.run.isReproducible,
        in: environment),
      schedules: LongSchedules(beside: junit, CallWords(environment, root: folder), root: folder))
  }
}

/// The journals of all shards of one run, which have been read once and found to be whole.
private struct JoinedJournals {
  private let files: [(path: String, place: String)]
  private let stopSignal: StopSignal
  /// The first line of the joined journal.
  let begin: RunJournal.Begin
  /// Its last line.
  let end: RunJournal.End
  /// The shards that no file is of, if any.
  let missing: MissingShards?

  /// Reads all files, and keeps nothing of their cases.
  ///
  /// - Parameters:
  ///   - files: The paths as they were given, and where they are.
  ///   - stopSignal: Looked at before each case, now and when they are told.
  /// - Throws: `MergeError` if they are not the shards of one run, each case in one;
  ///   `WorkerError.stopped` if the call is to stop.
  init(_ files: [(path: String, place: String)], until stopSignal: StopSignal) throws {
    self.files = files
    self.stopSignal = stopSignal
    let readers = try files.map { file in try RunJournalReader(path: file.path, at: file.place) }
    guard let first = readers.first else { preconditionFailure("a call names at least one file") }
    for reader in readers.dropFirst() {
      guard let difference = first.begin.run.difference(from: reader.begin.run) else { continue }
      throw MergeError.otherRun(reader.path, first: first.path, difference: difference)
    }
    try Self.check(
      CasesInOrder(readers, until: stopSignal), of: first.begin.run.cases, by: readers)
    missing = MissingShards(besides: readers.map(\.begin.shard))
    var begin = first.begin
    begin.shard = .whole
    begin.run.selection = nil
    begin.startedAt = readers.compactMap(\.begin.startedAt).min()
    let hosts = Set(readers.map { reader in reader.begin.host ?? "" })
    begin.host = hosts.count == 1 ? first.begin.host : nil
    self.begin = begin
    let ends = readers.compactMap(\.end)
    var unseen = ends.first?.unseen ?? [:]
    for end in ends { unseen = unseen.filter { id, _ in end.unseen[id] != nil } }
    let errors = ends.flatMap { end in end.workerErrors ?? [] }
    end = RunJournal.End(
      unseen: unseen, realNanoseconds: ends.map(\.realNanoseconds).max() ?? 0,
      workerErrors: errors.isEmpty ? nil : errors.sorted { one, other in one.id < other.id })
  }

  /// Goes through all cases in the order of the run.
  func tell(_ each: (RunJournal.Line) throws -> Void) throws {
    var cases = CasesInOrder(
      try files.map { file in try RunJournalReader(path: file.path, at: file.place) },
      until: stopSignal)
    while let (line, _) = try cases.next() { try each(line) }
  }

  /// Whether each case stands in one of the files, and each file is whole.
  private static func check(
    _ cases: CasesInOrder, of total: Int, by readers: [RunJournalReader]
  ) throws {
    var cases = cases
    var (missing, firstMissing, expected) = (0, Int?.none, 0)
    var last: (number: Int, path: String)?
    while let (line, path) = try cases.next() {
      let number = line.listing.number
      if let last, last.number == number {
        throw MergeError.overlap(id: line.result.id, last.path, and: path)
      }
      if number > expected {
        missing += number - expected
        firstMissing = firstMissing ?? expected
      }
      expected = number + 1
      last = (number, path)
    }
    for reader in readers {
      if let reason = reader.end?.interruption ?? reader.end?.cutShort {
        throw MergeError.unfinished(reader.path, reason: reason)
      }
    }
    if expected < total {
      missing += total - expected
      firstMissing = firstMissing ?? expected
    }
    guard let firstMissing else { return }
    let given = Set(readers.map(\.begin.shard.number))
    let count = readers.map(\.begin.shard.count).max() ?? 1
    throw MergeError.gap(
      missing: missing, of: total, first: firstMissing,
      shards: Shard.missing(given, of: count))
  }
}

/// The cases of several journals, each in its order, in the order of the run.
private struct CasesInOrder {
  private let readers: [RunJournalReader]
  private let stopSignal: StopSignal
  /// The next case of each.
  private var heads: [RunJournal.Line?] = []
  private var hasBegun = false

  init(_ readers: [RunJournalReader], until stopSignal: StopSignal) {
    self.readers = readers
    self.stopSignal = stopSignal
  }

  /// The next case, and the file that it stands in; nil behind the last.
  mutating func next() throws -> (RunJournal.Line, path: String)? {
    try stopSignal.check()
    if !hasBegun {
      hasBegun = true
      heads = try readers.map { reader in try reader.next() }
    }
    var least: (index: Int, line: RunJournal.Line)?
    for (index, head) in heads.enumerated() {
      if let head, head.listing.number < least?.line.listing.number ?? .max {
        least = (index, head)
      }
    }
    guard let least else { return nil }
    let next = try readers[least.index].next()
    if let next, next.listing.number <= least.line.listing.number {
      throw MergeError.unreadable(
        readers[least.index].path, line: nil,
        reason: "its cases are not in the order of the run, from '\(next.result.id)' on")
    }
    heads[least.index] = next
    return (least.line, readers[least.index].path)
  }
}

extension RunJournal.Run {
  /// What differs in another run; nil if nothing does.
  fileprivate func difference(from other: RunJournal.Run) -> String? {
    func differs(_ name: String, _ one: some Equatable, _ two: some Equatable) -> String? {
      "\(one)" == "\(two)" ? nil : "\(name) is \(one), and not \(two)"
    }
    let differences: [String?] = [
      differs("the kit's version", other.kit, kit),
      differs("the subject", other.subject, subject),
      differs("the seed", other.seed, seed),
      differs("the number of schedules", other.schedules, schedules),
      differs("the level", other.level, level),
      differs("the edition", other.edition, edition),
      differs("the number of cases", other.cases, cases),
      other.selection == selection ? nil : "other cases are selected",
      differs("the list of known failures", other.knownFailing ?? "none", knownFailing ?? "none"),
      self == other ? nil : "the options are not the same",
    ]
    return differences.lazy.compactMap { difference in difference }.first
  }
}
