import SluiceReports
import SluiceRunner
import SluiceScenarios
import SluiceSimulation
package import SluiceSpies
import SluiceText

/// What `sluice replay` was asked for.
package struct ReplayOptions: Equatable, Sendable {
  /// Patterns of case ids, and scenario files and folders; none means all of `Scenarios`.
  package var selectors: [String] = []
  /// The name of the subject.
  package var subject = "reference"
  /// Which case, as the expression that was given.
  package var filter: String?
  /// The weakest rules that fail a case; nil for the level of the gate.
  package var level: RuleLevelChoice?
  /// The last edition whose cases and rules count; nil for that of the gate.
  package var edition: Edition?
  /// The schedule.
  package var schedule = ScheduleChoice.text("")
  /// How often the schedule is replayed; the logs must be equal.
  package var times = 1
  /// Where the case runs.
  package var isolation = IsolationChoice.process
  /// How long a worker may report no progress, in real time.
  package var watchdog = Duration.seconds(10)
  /// Whether the whole log is printed.
  package var showsLog = false

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice replay`.
struct ReplayCommand: Command {
  static let name = "replay"
  static let summary = "Runs one case under a given schedule, to the letter."
  static let discussion = [
    "A schedule that does not fit any more has diverged: exit code 3, and never a",
    "pass. Failures print the call that replays them; 'canonical' is the canonical",
    "schedule.",
  ]
  static let operand: OperandDeclaration? = .selectors

  static let times = OptionDeclaration(
    "--times", .one("N"), help: "how often to replay it and compare the logs (default: 1)")
  static let log = OptionDeclaration(
    CaseFailure.wholeOption, .none, help: "show every entry of the log, be it a pass")
  static let options: [OptionDeclaration] = [
    .subject, .filter, .level, .edition, .schedule, times, log, .isolation,
    RunCommand.watchdog,
  ]

  let values: ReplayOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ReplayCommand {
    let defaults = ReplayOptions()
    var values = defaults
    values.selectors = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.level = try parsed.choice(.level)
    values.edition = try parsed.edition()
    values.times = try parsed.integer(times, in: 1...1_000_000) ?? defaults.times
    values.isolation = try parsed.choice(.isolation) ?? defaults.isolation
    values.watchdog = try parsed.seconds(RunCommand.watchdog) ?? defaults.watchdog
    values.showsLog = parsed.isGiven(log)
    guard let word = parsed.text(.schedule) else {
      throw .missingOption(OptionDeclaration.schedule.signature)
    }
    values.schedule = ScheduleChoice(word)
    return ReplayCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    environment.watchSignals()
    return try harness.replay(values, in: environment)
  }
}

extension Harness {
  /// Runs one case under a given schedule and says what became of it.
  package func replay(
    _ options: ReplayOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let schedule = try options.schedule.text(in: environment)
    try check(edition: options.edition)
    let plan = try plan(
      subject: options.subject, paths: options.selectors, filter: options.filter,
      in: environment)
    return try withSelectedCases(of: plan, in: environment) { count in
      let scenario = try onlyCase(of: plan, count, command: ReplayCommand.name)
      try Simulation.requireSupport()
      let columns = environment.columns(on: environment.standardOutput)
      let clients = try clients(RunOptions(options, columns: columns), plan, in: environment)
      let client = clients.makeClient()
      let request = client.request(
        scenario, .forced(schedule: schedule, times: options.times))
      do {
        let result = try client.result(try client.ask(request, of: scenario), of: scenario)
          .naming(options.schedule, for: schedule, request.commands)
          .counted(by: clients.edition, of: scenario)
        client.dismiss()
        let text = ReplayText(
          result: result, scenario: scenario, options: options, edition: clients.edition)
        environment.tell(text.text(columns: columns))
        let code = ReplayText.exitCode(of: result)
        let errors = clients.workerErrors(in: environment)
        if errors.contains(where: \.isUntrusted) { return .harnessFailure }
        return code == .success && !errors.isEmpty ? .failure : code
      } catch WorkerError.stopped {
        environment.tell(
          oneLine("\(scenario.suite) / \(scenario.name)") + "\nstopped in its course\n")
        return environment.stoppedCode() ?? .harnessFailure
      }
    }
  }

  /// What makes those that have cases of a plan run.
  func clients(
    _ options: RunOptions, _ plan: RunPlan, in environment: CommandEnvironment
  ) throws(PlanError) -> CaseClients {
    CaseClients(
      options, root: plan.library.root,
      server: try caseServer(in: environment), usual: usual, in: environment)
  }

  /// What has cases of a plan run one by one.
  func client(
    _ options: RunOptions, _ plan: RunPlan, in environment: CommandEnvironment
  ) throws(PlanError) -> CaseClient {
    try clients(options, plan, in: environment).makeClient()
  }
}

extension RunOptions {
  /// What of a replay's options has a say in the result.
  init(_ options: ReplayOptions, columns: Int?) {
    self.init()
    account.drawing = options.showsLog ? .whole : columns == nil ? .none : .near
    subject = options.subject
    level = options.level
    edition = options.edition
    isolation = options.isolation
    watchdog = options.watchdog
  }
}

extension CaseFailure {
  /// The whole account, with the log drawn for some columns.
  ///
  /// - Parameters:
  ///   - columns: The columns that the log may take; nil for as many as in reports.
  ///   - isWhole: Whether every entry of the log is drawn.
  /// - Returns: The text.
  func text(columns: Int?, isWhole: Bool = false) -> DisplayText {
    text(TextStyle(columns: columns, isWhole: isWhole, tellsOfLeftOut: true))
  }
}

/// What is printed of a replay.
struct ReplayText {
  let result: CaseResult
  let scenario: ScenarioCase
  let options: ReplayOptions
  /// The last edition whose cases count.
  let edition: Edition

  /// The case, the log if it was asked for, and what became of it.
  ///
  /// - Parameter columns: The columns that the log may take; nil for as many as in reports.
  /// - Returns: The text.
  func text(columns: Int?) -> DisplayText {
    var text = DisplayText(oneLine("\(scenario.suite) / \(scenario.name)"))
    text.append(result.picture?.lines(width: columns ?? LogPicture.usualWidth, isWhole: true) ?? [])
    switch result.outcome {
    case .failed(let failure), .errored(let failure):
      text.append(failure.text(columns: columns, isWhole: options.showsLog))
    case .skipped(let reason): text.append("skipped: \(reason)")
    case .passed:
      text.append(passed)
      for failure in result.advice ?? [] where scenario.edition > edition {
        text.append("advice:")
        text.append(failure.text(columns: columns, isWhole: options.showsLog))
      }
    }
    if let divergence = result.divergence, result.failure?.kind != .diverged {
      text.append("the schedule diverged: \(divergence)")
    }
    text = text.cleaned(cap: CleanText.defaultCap)
    text.append("")
    return text
  }

  private var passed: String {
    let steps = "\(result.steps) steps, \(result.assertions) checks"
    guard options.times > 1 else { return "passed under this schedule: \(steps)" }
    return "passed under this schedule, with the same log \(options.times) times: \(steps)"
  }

  /// What a replay comes to: a schedule that does not fit is never a pass, whatever else happened.
  static func exitCode(of result: CaseResult) -> ExitCode {
    if result.divergence != nil || result.failure?.kind == .diverged { return .diverged }
    if result.failure?.kind == .answerUnusable { return .harnessFailure }
    return result.failure == nil ? .success : .failure
  }
}
