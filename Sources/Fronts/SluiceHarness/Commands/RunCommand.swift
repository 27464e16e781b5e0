package import SluiceReports
package import SluiceRunner
import SluiceScenarios
import SluiceSimulation
package import SluiceSpies
package import SluiceText

/// What `sluice run` was asked for.
package struct RunOptions: Equatable, Sendable {
  /// Scenario files and folders; none means all of `Scenarios`.
  package var paths: [String] = []
  /// The name of the subject.
  package var subject = "reference"
  /// Which cases, as the expression that was given.
  package var filter: String?
  /// The weakest rules that fail a case; nil for the level of the gate.
  package var level: RuleLevelChoice?
  /// The last edition whose cases and rules count; nil for that of the gate.
  package var edition: Edition?
  /// The file with the failures that are known, if one was given.
  package var knownFailing: String?
  /// Where the list of this run's failures goes, in the form that `knownFailing` takes, if
  /// anywhere.
  package var writeKnownFailing: String?
  /// The folder into which each failure is written as a scenario of its own, if any.
  package var writeScenarios: String?
  /// Where the JUnit report goes; `Reports/junit.xml` beside `Scenarios` if nothing else was said.
  package var junit: String?
  /// Where the journal of the run goes, if anywhere.
  package var journal: String?
  /// Where JUnit reports go that are for readers with a schema of their own.
  package var dialects: [JUnitDialect: String] = [:]
  /// Where the page for people goes, if anywhere.
  package var html: String?
  /// Where the report in the Test Anything Protocol goes, if anywhere.
  package var tap: String?
  /// What GitHub is told; nil for what its variables ask for.
  package var gitHub: GitHubChoice?
  /// The report whose failed cases are run again; nil for all cases.
  package var rerun: RerunChoice?
  /// Which shard is run; nil for what Bazel's variables say, or else for all cases.
  package var shard: ShardChoice?
  /// How cases are dealt to shards.
  package var shardDivision = Shard.Division.hash
  /// Whether another call that says nothing of shards would run one, as variables or a file say.
  package var isShardedElsewhere = false
  /// The seed of all that is chosen by chance.
  package var seed: UInt64 = 0
  /// How many further schedules each case is run under; `Exploration.every` for all there are.
  package var schedules = Exploration.defaultSchedules
  /// Whether the report must have the same bytes in every run.
  package var isReproducible = false
  /// Where cases run.
  package var isolation = IsolationChoice.process
  /// How many workers play at a time; nil for as many as there are processors.
  package var jobs: Int?
  /// After how many failed cases the run ends; nil for never.
  package var maxFailures: Int?
  /// After how many cases that hang the run ends; nil for never.
  package var maxHangs: Int?
  /// How many cases may crash their process, or hold all their threads up, before the run ends.
  package var maxCrashes: Int?
  /// How much is told of failures.
  package var detail = TerminalReport.Detail.causes
  /// Whether every entry of the log of a failure is shown.
  package var showsWholeLogs = false
  /// How much is wanted of the accounts of failures, by those that show them.
  package var account = CaseFailure.Extent()
  /// The form of what is printed.
  package var format = OutputFormat.human
  /// Whether to print in colour.
  package var color = ColorChoice.auto
  /// Whether another call may mean something else by the options that it does not name.
  package var hasDefaults = false
  /// How long a worker may report no progress, in real time.
  package var watchdog = Duration.seconds(10)

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice run`.
struct RunCommand: Command {
  static let name = "run"
  static let summary = "Runs scenarios against a subject and writes a JUnit report."
  static let operand: OperandDeclaration? = .selectors

  static let knownFailing = OptionDeclaration(
    "--known-failing", .one("FILE"), help: "the failures that are known and may stay")
  static let writeKnownFailing = OptionDeclaration(
    "--write-known-failing", .one("FILE"), help: "where to write the failures as such a list")
  static let writeScenarios = OptionDeclaration(
    "--write-scenarios", .one("FOLDER"),
    help: "where to write each failure as a small scenario, with its schedule")
  static let junit = OptionDeclaration(
    "--junit", .one("FILE"), help: "where the report goes (default: Reports/junit.xml)")
  static let reproducible = OptionDeclaration(
    "--reproducible", .none, help: "no real times and no host: always the same bytes")
  static let watchdog = OptionDeclaration(
    "--watchdog", .one("SECONDS"), help: "the longest time without progress (default: 10)")
  static let report = OptionDeclaration(
    "--report", .one("KIND=FILE"), isRepeatable: true,
    help:
      "a further report: junit, junit10, surefire, windyroad, html, tap, github, json")
  static let rerunFailed = OptionDeclaration(
    "--rerun-failed", .optional("REPORT"),
    help: "only the cases that failed in a report or a journal (default: the last report)")
  static let shard = OptionDeclaration(
    "--shard", .one("N/COUNT|auto"),
    help: "only the cases of one of several machines; auto: as the pipeline's variables say")
  static let shardBy = OptionDeclaration(
    "--shard-by", .one(OptionDeclaration.choices(Shard.Division.self)),
    help: "how cases are dealt to shards (default: hash)")
  static let verbose = OptionDeclaration(
    "--verbose", .none, help: "tell of each failure in full")
  static let quiet = OptionDeclaration("--quiet", .none, help: "tell of each cause in a line")
  static let log = OptionDeclaration(
    CaseFailure.wholeOption, .none, help: "show every entry of the logs of failures")
  static let failFast = OptionDeclaration(
    "--fail-fast", .none, help: "end with the first case that fails")
  static let maxFailures = OptionDeclaration(
    "--max-failures", .one("N"), help: "end when so many cases have failed")
  static let maxHangs = OptionDeclaration(
    "--max-hangs", .one("N"), help: "end when so many cases have hung")
  static let maxCrashes = OptionDeclaration(
    "--max-crashes", .one("N"), help: "end when so many cases have crashed or deadlocked")
  static let schedules = OptionDeclaration(
    "--schedules", .one("N|all"),
    help: "how many schedules to try beside the canonical one (default: 64)")
  /// The options that name what belongs to one subject: a list of its failures, a report.
  static let ofOneSubject = [
    knownFailing, writeKnownFailing, writeScenarios, junit, report, rerunFailed,
  ]
  static let options: [OptionDeclaration] = [
    .subject, .filter, .level, .edition, schedules, .seed, knownFailing, writeKnownFailing,
    writeScenarios, junit, report, rerunFailed, shard, shardBy,
    reproducible, .jobs, failFast, maxFailures, maxHangs, maxCrashes, .isolation, watchdog,
    verbose, quiet, log, .format, .color,
  ]

  let values: RunOptions

  static func wasRefused(
    _ words: ArraySlice<String>, in environment: CommandEnvironment, with harness: Harness
  ) {
    let prefix = "\(rerunFailed.name)="
    let failed = words.filter { word in word.hasPrefix(prefix) }.map { word in
      AbsolutePath(String(word.dropFirst(prefix.count)), from: environment.workingDirectory).text
    }
    _ = OwnReports(namedIn: words, of: self, in: environment, with: harness)
      .removeOld(replacing: failed, in: environment)
  }

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> RunCommand {
    let defaults = RunOptions()
    var values = defaults
    values.hasDefaults = !parsed.defaulted.isEmpty
    values.paths = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.level = try parsed.choice(.level)
    values.edition = try parsed.edition()
    values.knownFailing = parsed.text(knownFailing)
    values.writeKnownFailing = parsed.text(writeKnownFailing)
    values.writeScenarios = parsed.text(writeScenarios)
    let reports = try ReportPaths(parsed)
    values.junit = reports.junit
    values.journal = reports.journal
    values.html = reports.html
    values.dialects = reports.dialects
    values.tap = reports.tap
    values.gitHub = reports.gitHub
    values.rerun = RerunChoice(parsed)
    values.shard = try ShardChoice(parsed)
    values.isShardedElsewhere = parsed.defaulted.contains(RunCommand.shard.name)
    values.shardDivision = try parsed.choice(shardBy) ?? defaults.shardDivision
    values.schedules = try parsed.schedules ?? defaults.schedules
    values.seed = try parsed.seed() ?? defaults.seed
    values.isReproducible = parsed.isGiven(reproducible)
    values.isolation = try parsed.choice(.isolation) ?? defaults.isolation
    values.jobs = try parsed.jobs(values.isolation)
    values.maxFailures = try parsed.integer(maxFailures, in: 1 ... .max)
    values.maxHangs = try parsed.integer(maxHangs, in: 1 ... .max)
    values.maxCrashes = try parsed.integer(maxCrashes, in: 1 ... .max)
    if parsed.isGiven(failFast) {
      if values.maxFailures != nil { throw .conflictingOptions(failFast.name, maxFailures.name) }
      values.maxFailures = 1
    }
    values.detail = try detail(parsed)
    values.showsWholeLogs = parsed.isGiven(log)
    values.format = try parsed.choice(.format) ?? defaults.format
    values.color = try parsed.choice(.color) ?? defaults.color
    values.watchdog = try parsed.seconds(watchdog) ?? defaults.watchdog
    return RunCommand(values: values)
  }

  /// How much a call wants to be told of failures.
  ///
  /// - Throws: `UsageError` for one that wants more and less.
  static func detail(_ parsed: ParsedOptions) throws(UsageError) -> TerminalReport.Detail {
    switch (parsed.isGiven(verbose), parsed.isGiven(quiet)) {
    case (true, true): throw .conflictingOptions(verbose.name, quiet.name)
    case (true, false): .everything
    case (false, true): .nothing
    case (false, false): .causes
    }
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    environment.watchSignals()
    return try harness.run(values, in: environment)
  }
}

extension Harness {
  /// Runs the selected cases and writes the reports.
  ///
  /// Whatever comes of it, no report of an earlier run is left where its own would be.
  package func run(
    _ options: RunOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    try run(options, upgrading: nil, in: environment)
  }

  /// Runs the selected cases and writes the reports.
  ///
  /// - Parameters:
  ///   - options: What the call asks for.
  ///   - tally: Takes the results, and gives back what a later edition would change; nil for a run.
  ///   - environment: Where the call is made.
  /// - Returns: What the run comes to.
  /// - Throws: `UsageError` for what is wrong with the call.
  func run(
    _ options: RunOptions, upgrading tally: UpgradeTally?, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    try ReportPlaces(of: options, in: environment, with: self).check()
    let reports = OwnReports(of: options, in: environment, with: self)
    let failed: Result<FailedCases?, UsageError>
    do throws(UsageError) {
      failed = .success(try failedCases(options, reports, in: environment))
    } catch {
      failed = .failure(error)
    }
    guard reports.removeOld(in: environment) else { return .harnessFailure }
    try options.gitHub.check(in: environment)
    return try run(options, again: failed.get(), upgrading: tally, in: environment)
  }

  /// The cases that a call wants to run again; nil where it wants all.
  private func failedCases(
    _ options: RunOptions, _ reports: OwnReports, in environment: CommandEnvironment
  ) throws(UsageError) -> FailedCases? {
    guard let choice = options.rerun else { return nil }
    try choice.checkAttached(options.paths, in: environment)
    if let path = choice.report {
      return try FailedCases(
        in: path, at: AbsolutePath(path, from: environment.workingDirectory).text)
    }
    guard let last = reports.junit.first else { throw .noScenarios(program: name) }
    return try FailedCases(in: try root(in: environment).shown(last), at: last)
  }

  private func run(
    _ options: RunOptions, again failed: FailedCases?, upgrading tally: UpgradeTally?,
    in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    var options = options
    var plan = try plan(
      subject: options.subject, paths: options.paths, filter: options.filter, in: environment)
    let bazel = try BazelProtocol(environment)
    if bazel.shard ?? .whole != .whole { options.isShardedElsewhere = true }
    if let pattern = bazel.pattern { plan.patterns = [pattern] }
    if let failed, let choice = options.rerun {
      options = try failed.options(options, choice)
      plan.isWanted = failed.has
      guard failed.count > 0 else {
        environment.standardError.write(
          "\(name): no case is selected: none failed in '\(failed.path)'\n")
        return .nothingSelected
      }
    }
    try check(edition: options.edition)
    let knownFailures: KnownFailures
    let unexercisedRules: UnexercisedRules
    do {
      knownFailures = try readKnownFailures(options.knownFailing, in: environment)
      unexercisedRules = try self.unexercisedRules(below: plan.library.root)
    } catch {
      environment.standardError.write(message(error))
      return .usage
    }
    let style = TerminalReport.Style(options, in: environment)
    options.account = style.account(beside: options)
    var shard = try options.shard.shard(in: environment)
    shard.division = options.shardDivision
    try failed?.check(shard)
    bazel.begin()
    defer { bazel.end() }
    return try withSelectedCases(of: plan, in: environment, color: options.color) { count in
      try Simulation.requireSupport()
      failed?.tellMissing(of: count, options, in: environment)
      let root = plan.library.root
      let junit =
        ReportPaths.place(options.junit ?? bazel.report, in: environment)
        ?? (usualRoot(in: environment) ?? root).path(of: report(of: options.subject))
      let call = CallWords(environment, root: root, isReproducible: options.isReproducible)
      let session = RunSession(
        options: options, environment: environment, plan: plan, shard: shard,
        destinations: RunDestinations(
          junit: junit,
          journal: ReportPaths.place(options.journal, in: environment),
          dialects: ReportPaths.places(options.dialects, in: environment),
          html: ReportPaths.place(options.html, in: environment),
          tap: ReportPaths.place(options.tap, in: environment),
          gitHub: options.gitHub.destination(
            in: environment, below: plan.library.root.path, isWhole: shard.count == 1),
          style: style, schedules: LongSchedules(beside: junit, call, root: root)),
        plannedCases: count, knownFailures: knownFailures, unexercisedRules: unexercisedRules,
        ownRules: rules.own.isEmpty ? nil : rules.own.map(\.id),
        meaninglessRules: meaninglessRules(options),
        absent: try absentAbilities(of: options.subject, in: plan),
        undeclared: undeclaredEdition(in: options), upgrade: tally,
        clients: try clients(options, plan, in: environment))
      return try session.run()
    }
  }

  private func absentAbilities(of subject: String, in plan: RunPlan) throws -> AbsentAbilities? {
    try AbsentAbilities(
      of: CaseRunner(products: products, subjectName: subject),
      products.flatMap { product in product.subjects(named: subject) }, in: plan)
  }

  private func meaninglessRules(_ options: RunOptions) -> [String] {
    let subjects = products.flatMap { product in product.subjects(named: options.subject) }
    return products.meaninglessRules(for: subjects, in: options.edition ?? usual.edition).sorted()
  }

  /// Where the report of a subject goes if nothing is said, below the root.
  func report(of subject: String) -> String {
    hasDefaultSubject ? "Reports/junit.xml" : "Reports/\(subject).xml"
  }

  private func readKnownFailures(
    _ path: String?, in environment: CommandEnvironment
  ) throws -> KnownFailures {
    guard let path else { return KnownFailures() }
    let file = ListFile(
      path: AbsolutePath(path, from: environment.workingDirectory).text, shownPath: path)
    return try file.read { text throws(ListError) in try KnownFailures(parsing: text, rules: rules)
    }
  }

  /// The rules that need not be exercised, from a file that need not be there.
  ///
  /// - Parameter root: Where the file is looked for.
  /// - Returns: The rules with their reasons.
  /// - Throws: `LocatedError` for a mistake in the file, `PlanError` if it can't be read.
  package func unexercisedRules(below root: ScenarioRoot) throws -> UnexercisedRules {
    // The list of the kit is about the kit's own streams.
    let mark = shipped == .own && root.shipped != nil ? ShippedScenarios.mark : ""
    let path = mark + Harness.unexercisedRulesPath
    let file = ListFile(path: root.path(of: path), shownPath: path)
    guard file.exists else { return UnexercisedRules() }
    return try file.read { text throws(ListError) in
      try UnexercisedRules(parsing: text, rules: rules)
    }
  }

  /// Where the rules stand that the scenarios of a root need not exercise, below that root.
  package static let unexercisedRulesPath = "Scenarios/not-exercised.txt"

  /// What a person at the terminal reads of an error; one with a place begins with it.
  private func message(_ error: any Error) -> String {
    switch error {
    case let error as LocatedError: "\(error)\n"
    case PlanError.notText: "\(error)\n"
    default: "\(name): \(error)\n"
    }
  }
}
