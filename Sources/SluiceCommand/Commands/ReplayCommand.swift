/// What `sluice replay` was asked for.
public struct ReplayOptions: Equatable, Sendable {
  /// Patterns of case ids, and scenario files and folders; none means all of `Scenarios`.
  public var selectors: [String] = []
  /// The name of the subject.
  public var subject = "reference"
  /// Which case, as the expression that was given.
  public var filter: String?
  /// The weakest rules that fail a case.
  public var level = RuleLevelChoice.should
  /// The schedule, as its short text.
  public var schedule = ""
  /// How often the schedule is replayed; the logs must be equal.
  public var times = 1
  /// Where the case runs.
  public var isolation = IsolationChoice.process
  /// How long a worker may report no progress, in real time.
  public var watchdog = Duration.seconds(10)
  /// Whether the whole log is printed.
  public var showsLog = false

  /// What a call without any words asks for.
  public init() {}
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

  static let schedule = OptionDeclaration(
    "--schedule", .one("SCHEDULE"), help: "the schedule, as a failure prints it")
  static let times = OptionDeclaration(
    "--times", .one("N"), help: "how often to replay it and compare the logs (default: 1)")
  static let log = OptionDeclaration("--log", .none, help: "print the whole log")
  static let options: [OptionDeclaration] = [
    .subject, .filter, .level, schedule, times, log, RunCommand.isolation,
    RunCommand.watchdog,
  ]

  let values: ReplayOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ReplayCommand {
    let defaults = ReplayOptions()
    var values = defaults
    values.selectors = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.level = try parsed.choice(.level) ?? defaults.level
    guard let text = parsed.text(schedule) else {
      throw .missingOption(schedule.signature)
    }
    values.schedule = text
    values.times = try parsed.integer(times, in: 1...1_000_000) ?? defaults.times
    values.isolation = try parsed.choice(RunCommand.isolation) ?? defaults.isolation
    values.watchdog = try parsed.seconds(RunCommand.watchdog) ?? defaults.watchdog
    values.showsLog = parsed.isGiven(log)
    return ReplayCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with executor: any CommandExecutor
  ) throws(UsageError) -> ExitCode {
    try executor.replay(values, in: environment)
  }
}
