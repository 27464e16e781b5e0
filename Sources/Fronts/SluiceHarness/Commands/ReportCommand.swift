import SluiceReports
import SluiceRunner
import SluiceScenarios
import SluiceSimulation
package import SluiceSpies
import SluiceText

/// What `sluice report` was asked for.
package struct ReportOptions: Equatable, Sendable {
  /// Patterns of case ids, and scenario files and folders; none means all of `Scenarios`.
  package var selectors: [String] = []
  /// The name of the subject.
  package var subject = "reference"
  /// Which case, as the expression that was given.
  package var filter: String?
  /// The weakest rules that fail a case; nil for the level of the gate.
  package var level: RuleLevelChoice?
  /// The last edition whose rules fail the case; nil for that of the gate.
  package var edition: Edition?
  /// The schedule, as its short text; nil for those of a run.
  package var schedule: ScheduleChoice?
  /// How many further schedules the case is run under; `Exploration.every` for all there are.
  package var schedules = Exploration.defaultSchedules
  /// The seed of all that is chosen by chance.
  package var seed: UInt64 = 0
  /// Where the file goes; nil for the usual place beside `Scenarios`.
  package var output: String?
  /// Where the case runs.
  package var isolation = IsolationChoice.process
  /// How long a worker may report no progress, in real time.
  package var watchdog = Duration.seconds(10)

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice report`.
struct ReportCommand: Command {
  static let name = "report"
  static let summary = "Plays one case again and writes down its verdict, for an issue."
  static let discussion = [
    "For a verdict that you take for wrong. The file has the scenario as it is",
    "played, the schedule, the verdict, the whole log, what the subject declares,",
    "and the versions. It has no source line, path or function name of the subject;",
    "the log has the values and the texts of errors that the stream delivered. The",
    "exit code is 0 for a file that was written, also for a failed case, and 3 if the",
    "schedule has diverged.",
  ]
  static let operand: OperandDeclaration? = .selectors

  static let output = OptionDeclaration(
    "--output", .one("FILE"), help: "where the file goes (default: \(usualOutput))")
  static let options: [OptionDeclaration] = [
    .subject, .filter, .level, .edition, .schedule, RunCommand.schedules, .seed, output,
    .isolation, RunCommand.watchdog,
  ]
  /// Where the file goes if nothing is said, below the root.
  static let usualOutput = "Reports/report.md"

  let values: ReportOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ReportCommand {
    let defaults = ReportOptions()
    var values = defaults
    values.selectors = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.level = try parsed.choice(.level)
    values.edition = try parsed.edition()
    values.schedule = parsed.text(.schedule).map(ScheduleChoice.init)
    values.schedules = try parsed.schedules ?? defaults.schedules
    values.seed = try parsed.seed() ?? defaults.seed
    values.output = parsed.text(output)
    values.isolation = try parsed.choice(.isolation) ?? defaults.isolation
    values.watchdog = try parsed.seconds(RunCommand.watchdog) ?? defaults.watchdog
    return ReportCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    environment.watchSignals()
    return try harness.report(values, in: environment)
  }
}

extension Harness {
  /// Plays one case again and writes the file about its verdict.
  ///
  /// The file of an earlier call is removed first, also where the call is wrong.
  package func report(
    _ options: ReportOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    try ReportPlaces(of: options, in: environment, with: self).check()
    let schedule = try options.schedule?.text(in: environment)
    try check(edition: options.edition)
    guard OwnReports(of: options, in: environment, with: self).removeOld(in: environment) else {
      return .harnessFailure
    }
    let plan = try plan(
      subject: options.subject, paths: options.selectors, filter: options.filter,
      in: environment)
    let root = usualRoot(in: environment) ?? plan.library.root
    let place =
      ReportPaths.place(options.output, in: environment)
      ?? root.path(of: ReportCommand.usualOutput)
    return try withSelectedCases(of: plan, in: environment) { count in
      let scenario = try onlyCase(of: plan, count, command: ReportCommand.name)
      try Simulation.requireSupport()
      // Whether the file can be written shows now, and not when the case was played.
      let draft = try ReportDraft(of: ReportTarget(path: place))
      let clients = try clients(RunOptions(options), plan, in: environment)
      let client = clients.makeClient()
      defer { client.dismiss() }
      let request = client.request(
        scenario, schedule.map { text in .forced(schedule: text, times: 1) },
        keepsLogs: schedule == nil)
      let result = try client.result(try client.ask(request, of: scenario), of: scenario)
      let verdict = ReportedVerdict(
        of: result, scenario, schedule: schedule, request, seed: options.seed, by: self)
      try draft.write(verdict.report.text)
      try draft.publish()
      let shown = options.output ?? CallWords(environment, root: root).path(root.shown(place))
      environment.tell(verdict.summary(writtenTo: shown))
      return clients.workerErrors(in: environment).contains(where: \.isUntrusted)
        ? .harnessFailure : verdict.exitCode
    }
  }

  /// The only case of a plan.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - count: How many cases it selects; at least one.
  ///   - command: The command that takes one case.
  /// - Returns: The case.
  /// - Throws: `UsageError.manyCases` with the ids of the first, `PlanError`, and
  ///   `WorkerError.stopped` where the call is to stop.
  func onlyCase(of plan: RunPlan, _ count: Int, command: String) throws -> ScenarioCase {
    // There may be others in files that were not read.
    if plan.isStopped() { throw WorkerError.stopped }
    var cases = PlannedCases(plan)
    var first: [ScenarioCase] = []
    while first.count < UsageError.mostIDs, let scenario = try cases.next() {
      first.append(scenario)
    }
    guard count == 1, let scenario = first.first else {
      throw UsageError.manyCases(
        count: count, command: command, first: first.map { scenario in scenario.id })
    }
    return scenario
  }
}

extension RunOptions {
  /// What of the options has a say in the result; nothing of the machine is in it.
  fileprivate init(_ options: ReportOptions) {
    self.init()
    subject = options.subject
    level = options.level
    edition = options.edition
    schedules = options.schedules
    seed = options.seed
    isolation = options.isolation
    watchdog = options.watchdog
    isReproducible = true
    account.drawing = .whole
    account.hasEvents = true
  }
}
