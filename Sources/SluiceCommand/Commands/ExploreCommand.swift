/// What `sluice explore` was asked for.
public struct ExploreOptions: Equatable, Sendable {
  /// How far to go on.
  public enum Extent: Equatable, Sendable {
    /// So many further schedules.
    case runs(Int)
    /// For so long, in real time.
    case time(Duration)
    /// Every schedule there is, up to so many runs.
    case exhaustive(runs: Int)
  }

  /// Patterns of case ids, and scenario files and folders; none means all of `Scenarios`.
  public var selectors: [String] = []
  /// The name of the subject.
  public var subject = "reference"
  /// Which cases, as the expression that was given.
  public var filter: String?
  /// The weakest rules that fail a case.
  public var level = RuleLevelChoice.should
  /// How far to go on with each case.
  public var extent = Extent.runs(1000)
  /// The largest number of departures of an exhaustive search; nil for any.
  public var departures: Int?
  /// Whether an exhaustive search leaves out orders that differ in independent events only.
  public var isReduced = true
  /// The seed of all that is left to chance.
  public var seed: UInt64 = 0
  /// Where cases run.
  public var isolation = IsolationChoice.process
  /// How long a worker may report no progress, in real time.
  public var watchdog = Duration.seconds(10)

  /// What a call without any words asks for.
  public init() {}
}

/// `sluice explore`.
struct ExploreCommand: Command {
  static let name = "explore"
  static let summary = "Runs cases under many more schedules, or under every one there is."
  static let discussion = [
    "Says for each case how many schedules were run, how many were distinct, and",
    "whether there are any others. Without '--exhaustive' the first failure of a",
    "case ends it. A word that names no file or folder is a pattern of case ids, as",
    "'--filter' takes one without a key: 'listener/cancellation', '*cancel races*'.",
  ]
  static let operand: OperandDeclaration? = .selectors

  static let runs = OptionDeclaration(
    "--runs", .one("N"),
    help: "how many schedules of each case (default: 1000; with --exhaustive: 1000000)")
  static let time = OptionDeclaration(
    "--for", .one("SECONDS"), help: "how long to go on with each case, as in 10s")
  static let exhaustive = OptionDeclaration(
    "--exhaustive", .none, help: "every schedule, depth first")
  static let departures = OptionDeclaration(
    "--departures", .one("N"), help: "with --exhaustive: at most so many from the canonical order")
  static let unreduced = OptionDeclaration(
    "--no-reduction", .none, help: "with --exhaustive: also orders of independent events")
  static let options: [OptionDeclaration] = [
    .subject, .filter, .level, runs, time, exhaustive, departures, unreduced, .seed,
    RunCommand.isolation, RunCommand.watchdog,
  ]

  let values: ExploreOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ExploreCommand {
    let defaults = ExploreOptions()
    var values = defaults
    values.selectors = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.level = try parsed.choice(.level) ?? defaults.level
    values.extent = try extent(parsed) ?? defaults.extent
    values.departures = try parsed.integer(departures, in: 0...1_000_000)
    values.isReduced = !parsed.isGiven(unreduced)
    for option in [departures, unreduced] where parsed.isGiven(option) {
      guard parsed.isGiven(exhaustive) else {
        throw .needsOption(option.name, exhaustive.name)
      }
    }
    values.seed = try parsed.integer(.seed, in: 0 ... .max) ?? defaults.seed
    values.isolation = try parsed.choice(RunCommand.isolation) ?? defaults.isolation
    values.watchdog = try parsed.seconds(RunCommand.watchdog) ?? defaults.watchdog
    return ExploreCommand(values: values)
  }

  /// How far to go on, which at most one option says.
  private static func extent(
    _ parsed: ParsedOptions
  ) throws(UsageError) -> ExploreOptions.Extent? {
    if parsed.isGiven(time), let other = [runs, exhaustive].first(where: parsed.isGiven) {
      throw .conflictingOptions(other.name, time.name)
    }
    let count = try parsed.integer(runs, in: 1...1_000_000_000)
    if parsed.isGiven(exhaustive) { return .exhaustive(runs: count ?? longestSearch) }
    if let count { return .runs(count) }
    return try parsed.seconds(time).map { duration in .time(duration) }
  }

  /// The most runs of an exhaustive search, if nothing else is said.
  private static let longestSearch = 1_000_000

  func run(
    in environment: CommandEnvironment, with executor: any CommandExecutor
  ) throws(UsageError) -> ExitCode {
    try executor.explore(values, in: environment)
  }
}
