import SluiceReports
import SluiceRunner
import SluiceScenarios
import SluiceText

/// Where reports of a run go, and in what form.
struct RunDestinations {
  /// The path of the JUnit report.
  var junit: String
  /// The path of the journal, if there is one.
  var journal: String?
  /// The paths of JUnit reports for readers with a schema of their own.
  var dialects: [JUnitDialect: String] = [:]
  /// The path of the page for people, if there is one.
  var html: String?
  /// The path of the report in the Test Anything Protocol, if there is one.
  var tap: String?
  /// What GitHub is told, if anything.
  var gitHub: GitHubReport.Destination?
  /// The form of what is printed.
  var style: TerminalReport.Style
  /// Where schedules go that are too long for a command.
  var schedules: LongSchedules
}

/// Everything that is told of the cases of a run, be they played now or merged from shards.
struct RunOutput {
  private let begin: RunJournal.Begin
  private var files: FileReports
  private var terminal: TerminalReport
  private let schedules: LongSchedules
  /// What could not be written beside reports.
  private var refusals: [ReportError] = []
  /// The rules that JUnit reports say nothing exercised, sorted; nil where results say so.
  private let reportedRules: [String]?
  /// What the cases add up to.
  private(set) var tally: RunTally
  /// Whether the answer of a worker was of no use: no verdict of the run is to be trusted.
  private var hasUntrustedAnswer = false

  /// Begins all reports, and finds out at once whether they can be written.
  ///
  /// - Parameters:
  ///   - begin: What the run is of.
  ///   - destinations: Where reports go.
  ///   - plannedCases: How many cases there will be.
  ///   - sink: What is printed to.
  ///   - reportedRules: Where nothing will be known of cases but what JUnit reports say, the rules
  ///     that those say nothing exercised; else nil.
  /// - Throws: `ReportError` if a report can't be begun.
  init(
    _ begin: RunJournal.Begin, to destinations: RunDestinations, plannedCases: Int,
    printingTo sink: any TextSink, reportedRules: [String]? = nil
  ) throws {
    self.begin = begin
    schedules = destinations.schedules
    tally = RunTally(
      ownRules: begin.run.ownRules ?? [], meaningless: Set(begin.run.meaninglessRules ?? []))
    self.reportedRules = reportedRules
    files = try FileReports(begin, to: destinations)
    terminal = TerminalReport(style: destinations.style, plannedCases: plannedCases) { text in
      sink.put(text)
    }
    if let lacking = begin.run.lacking { terminal.begin(lacking: lacking) }
  }

  /// Tells of a case.
  ///
  /// - Parameters:
  ///   - result: The result of the case.
  ///   - listing: The name and the place of the case.
  /// - Returns: The counts with this case.
  /// - Throws: `ReportError` if a report can't take it.
  mutating func add(_ result: CaseResult, of listing: CaseListing) throws -> ReportTotals {
    tally.count(result)
    try files.add(RunJournal.Line(listing: listing, result: result))
    let details = files.showDetails ? CaseDetails(result) : CaseDetails()
    let number = begin.shard.count > 1 ? listing.number : nil
    let report = CaseReport(result, of: listing, subject: begin.run.subject)
    let printed = written(result, of: listing).map { result in
      CaseReport(result, of: listing, subject: begin.run.subject)
    }
    return try add(report, details, number: number, printed: printed)
  }

  /// The result with a command that names the file with its long schedule; nil where there is none,
  /// and the command has the schedule itself.
  private mutating func written(_ result: CaseResult, of listing: CaseListing) -> CaseResult? {
    var written: CaseResult?
    attempt { [schedules] () throws(ReportError) in
      written = try schedules.written(result, of: listing)
    }
    return written
  }

  /// Writes a file that is none of the reports; where that fails the run goes on, and says so in
  /// the end.
  mutating func attempt(_ write: () throws(ReportError) -> Void) {
    do throws(ReportError) { try write() } catch { refusals.append(error) }
  }

  /// Tells of a case as the JUnit report of a shard has it.
  ///
  /// - Parameters:
  ///   - report: The case.
  ///   - number: Its number among all of the run.
  /// - Throws: `ReportError` if a report can't take it.
  mutating func add(_ report: CaseReport, at number: Int) throws {
    tally.count(report)
    _ = try add(report, CaseDetails(), at: number)
  }

  /// Tells of listed failures whose cases do not exist, which are no cases of the run.
  mutating func add(missing: [String: Int]) throws {
    let ids = missing.keys.sorted { left, right in
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    for id in ids {
      let list = begin.run.knownFailing ?? ""
      _ = try add(
        CaseReport(missing: id, list: list, line: missing[id] ?? 1), CaseDetails())
    }
  }

  /// Gives all reports up: nothing is written.
  mutating func discard() { files.discard() }

  /// Ends all reports.
  ///
  /// - Parameter end: How the run came to its end.
  /// - Returns: What the run comes to, as far as its cases say.
  /// - Throws: `UnwrittenFiles` if the system has refused some; all others are in their places.
  mutating func close(_ end: RunJournal.End) throws -> ExitCode {
    for error in end.workerErrors ?? [] { _ = try add(CaseReport(error), CaseDetails()) }
    let summary = summary(end)
    let facts = summary.notTested.properties
    let reported = try files.close(
      end, adding: begin.shard.count > 1 ? ShardFacts.rules(tally.rules) : facts, facts)
    let totals = reported ?? terminal.totals
    terminal.finish(summary)
    try files.close(summary, totals)
    let refusals = refusals + files.refusals
    guard refusals.isEmpty else { throw UnwrittenFiles(refusals: refusals) }
    guard !hasUntrustedAnswer else { return .harnessFailure }
    return totals.isRed ? .failure : .success
  }

  /// Tells all reports of a case.
  ///
  /// - Parameters:
  ///   - report: The case.
  ///   - details: What only some reports show.
  ///   - number: Its number among all of the run, where the report of a shard says it.
  ///   - place: Its place among the cases of its suite; nil for behind those before.
  ///   - printed: The case as it is printed; nil for as the reports have it.
  /// - Returns: The counts with this case.
  /// - Throws: `ReportError` if a report can't take it.
  private mutating func add(
    _ report: CaseReport, _ details: CaseDetails, number: Int? = nil, at place: Int? = nil,
    printed: CaseReport? = nil
  ) throws -> ReportTotals {
    if report.isUntrusted { hasUntrustedAnswer = true }
    let numbered = number.map { number in ShardFacts.numbered(report, number) }
    try files.add(report, numbered: numbered ?? report, details, at: place)
    return terminal.add(printed ?? report)
  }

  private func summary(_ end: RunJournal.End) -> RunSummary {
    var summary = RunSummary(
      exercisedRules: tally.rules.exercised.count, notTested: notTested(end),
      steps: tally.steps,
      virtualTime: tally.virtualTime,
      realTime: .nanoseconds(end.realNanoseconds), interruption: end.interruption)
    summary.cutShort = end.cutShort
    summary.level = begin.run.level
    summary.symptoms = .learned
    summary.entriesOfAdvice = tally.entriesOfAdvice
    if begin.run.isNewest == true { summary.undeclaredEdition = begin.run.edition }
    summary.isOfResultsAlone = reportedRules != nil
    guard !summary.isOfResultsAlone else { return summary }
    summary.schedules = tally.schedules
    return summary
  }

  /// The parts that were not tested; a shard can't say which rules other shards exercise.
  private func notTested(_ end: RunJournal.End) -> NotTested {
    var notTested = tally.notTested
    notTested.rules =
      reportedRules?.map { id in
        NotTested.Rule(id: id, reason: nil, isApplicable: true)
      } ?? tally.rules.unexercised(begin.run.reasons)
    notTested.isOfWholeRun =
      begin.run.isComplete && end.cutShort == nil && end.interruption == nil
      && begin.shard.count == 1
    return notTested
  }
}

extension CaseReport {
  /// Whether a worker's answer was of no use.
  fileprivate var isUntrusted: Bool {
    guard case .error(let problem) = outcome else { return false }
    return problem.type == CaseFailure.Kind.answerUnusable.rawValue
  }
}

extension JUnitHeader {
  init(_ begin: RunJournal.Begin, ofShards: Bool = false) {
    let origin: JUnitHeader.Origin =
      begin.startedAt.map { start in .run(startedAt: start, hostname: begin.host) } ?? .reproducible
    self.init(
      origin: origin,
      properties: [
        ReportProperty(name: "sluice.version", value: begin.run.kit),
        ReportProperty(name: "subject", value: begin.run.subject),
        ReportProperty(name: "seed", value: "\(begin.run.seed)"),
      ])
    if let lacking = begin.run.lacking {
      properties.append(ReportProperty(name: ShardFacts.lacking, value: lacking))
    }
    if ofShards, begin.shard.count > 1 {
      let shard = "\(begin.shard.number)/\(begin.shard.count)"
      properties.append(ReportProperty(name: "shard", value: shard))
    }
  }
}

extension NotTested {
  /// The facts of it that a JUnit report has of a whole run; its cases say why they are skipped.
  fileprivate var properties: [ReportProperty] {
    var properties: [ReportProperty] = []
    if played < cases {
      properties.append(ReportProperty(name: "sluice.left-out", value: "\(cases - played)"))
    }
    if sampled > 0 {
      properties.append(ReportProperty(name: "sluice.sampled", value: "\(sampled)"))
    }
    let rules = applicableRules
    if isOfWholeRun, !rules.isEmpty {
      let ids = rules.map(\.id).sorted().joined(separator: " ")
      properties.append(ReportProperty(name: "sluice.not-exercised", value: ids))
    }
    return properties
  }
}

extension TerminalReport.Style {
  /// The form in which a call prints results.
  init(
    _ format: OutputFormat, _ color: ColorChoice, _ detail: TerminalReport.Detail,
    isReproducible: Bool, in environment: CommandEnvironment
  ) {
    let sink = environment.standardOutput
    self.init(
      format: TerminalReport.Format(format),
      usesColor: color.usesColor(on: sink, variables: environment.variables),
      isTerminal: sink.isTerminal, clock: isReproducible ? .virtual : .real)
    self.detail = detail
    if format == .human { columns = environment.columns(on: sink) }
  }

  /// The form in which a run prints results.
  init(_ options: RunOptions, in environment: CommandEnvironment) {
    self.init(
      options.format, options.color, options.detail, isReproducible: options.isReproducible,
      in: environment)
    showsWholeLogs = options.showsWholeLogs
  }

  /// How much of the accounts of failures is read, here and in the other reports of a run.
  func account(beside options: RunOptions) -> CaseFailure.Extent {
    var extent = CaseFailure.Extent()
    let isDrawn = columns != nil || options.html != nil || options.journal != nil
    extent.drawing = showsWholeLogs ? .whole : isDrawn ? .near : .none
    extent.hasEvents = options.journal != nil
    return extent
  }
}

extension TerminalReport.Format {
  fileprivate init(_ format: OutputFormat) {
    switch format {
    case .human: self = .human
    case .gcc: self = .gcc
    case .json: self = .json
    }
  }
}
