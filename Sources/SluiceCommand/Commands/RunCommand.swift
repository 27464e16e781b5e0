import SluiceRunner

/// What `sluice run` was asked for.
public struct RunOptions: Equatable, Sendable {
  /// Scenario files and folders; none means all of `Scenarios`.
  public var paths: [String] = []
  /// The name of the subject.
  public var subject = "reference"
  /// Which cases, as the expression that was given.
  public var filter: String?
  /// The weakest rules that fail a case.
  public var level = RuleLevelChoice.should
  /// The file with the failures that are known, if one was given.
  public var knownFailing: String?
  /// Where the list of this run's failures goes, in the form that `knownFailing` takes, if
  /// anywhere.
  public var writeKnownFailing: String?
  /// The folder into which each failure is written as a scenario of its own, if any.
  public var writeScenarios: String?
  /// Where the JUnit report goes; `Reports/junit.xml` beside `Scenarios` if nothing else was said.
  public var junit: String?
  /// The seed of all that is chosen by chance.
  public var seed: UInt64 = 0
  /// How many further schedules each case is run under.
  public var schedules = Exploration.defaultSchedules
  /// Whether the report must have the same bytes in every run.
  public var isReproducible = false
  /// Where cases run.
  public var isolation = IsolationChoice.process
  /// The form of what is printed.
  public var format = OutputFormat.human
  /// Whether to print in colour.
  public var color = ColorChoice.auto
  /// How long a worker may report no progress, in real time.
  public var watchdog = Duration.seconds(10)

  /// What a call without any words asks for.
  public init() {}
}

/// `sluice run`.
struct RunCommand: Command {
  static let name = "run"
  static let summary = "Runs scenarios against a subject and writes a JUnit report."
  static let operand: OperandDeclaration? = .paths

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
  static let isolation = OptionDeclaration(
    "--isolation", .one(OptionDeclaration.choices(IsolationChoice.self)),
    help: "in workers, or right here (default: process)")
  static let watchdog = OptionDeclaration(
    "--watchdog", .one("SECONDS"), help: "the longest time without progress (default: 10)")
  static let schedules = OptionDeclaration(
    "--schedules", .one("N"),
    help: "how many schedules to try beside the canonical one (default: 64)")
  static let options: [OptionDeclaration] = [
    .subject, .filter, .level, schedules, .seed, knownFailing, writeKnownFailing,
    writeScenarios, junit,
    reproducible, isolation, watchdog, .format, .color,
  ]

  let values: RunOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> RunCommand {
    let defaults = RunOptions()
    var values = defaults
    values.paths = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.level = try parsed.choice(.level) ?? defaults.level
    values.knownFailing = parsed.text(knownFailing)
    values.writeKnownFailing = parsed.text(writeKnownFailing)
    values.writeScenarios = parsed.text(writeScenarios)
    values.junit = parsed.text(junit)
    values.schedules = try parsed.integer(schedules, in: 0...1_000_000) ?? defaults.schedules
    values.seed = try parsed.integer(.seed, in: 0 ... .max) ?? defaults.seed
    values.isReproducible = parsed.isGiven(reproducible)
    values.isolation = try parsed.choice(isolation) ?? defaults.isolation
    values.format = try parsed.choice(.format) ?? defaults.format
    values.color = try parsed.choice(.color) ?? defaults.color
    values.watchdog = try parsed.seconds(watchdog) ?? defaults.watchdog
    return RunCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with executor: any CommandExecutor
  ) throws(UsageError) -> ExitCode {
    environment.watchSignals()
    return try executor.run(values, in: environment)
  }
}
