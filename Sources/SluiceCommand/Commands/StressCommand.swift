/// What `sluice stress` was asked for.
public struct StressOptions: Equatable, Sendable {
  /// Scenario files and folders; none means all of `Scenarios`.
  public var paths: [String] = []
  /// The name of the subject.
  public var subject = "reference"
  /// Which cases, as the expression that was given.
  public var filter: String?
  /// The weakest rules that fail a case.
  public var level = RuleLevelChoice.should
  /// How often each case is played.
  public var rounds = 12
  /// The seed of each case's first round; every further one has the next.
  public var seed: UInt64 = 0
  /// Where cases run.
  public var isolation = IsolationChoice.process

  /// What a call without any words asks for.
  public init() {}
}

/// `sluice stress`.
struct StressCommand: Command {
  static let name = "stress"
  static let summary =
    "Runs cases on real threads with jitter, for races and what follows from them."
  static let discussion = [
    "Only rules that a correct stream can't break on threads have a say: 'sluice",
    "explain' tells of each. Build with '--sanitize=thread' and a race becomes the",
    "result of its case. A seed repeats the jitter, not the threads: a failure may",
    "take some rounds to come again.",
  ]
  static let operand: OperandDeclaration? = .paths

  static let rounds = OptionDeclaration(
    "--rounds", .one("N"), help: "how often to play each case (default: 12)")
  static let seed = OptionDeclaration(
    "--seed", .one("N"), help: "the seed of the first round; the next have the next (default: 0)")
  static let options: [OptionDeclaration] = [
    .subject, .filter, .level, rounds, seed, RunCommand.isolation,
  ]

  let values: StressOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> StressCommand {
    let defaults = StressOptions()
    var values = defaults
    values.paths = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.level = try parsed.choice(.level) ?? defaults.level
    values.rounds = try parsed.integer(rounds, in: 1...1_000_000) ?? defaults.rounds
    values.seed = try parsed.integer(seed, in: 0 ... .max) ?? defaults.seed
    values.isolation = try parsed.choice(RunCommand.isolation) ?? defaults.isolation
    return StressCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with executor: any CommandExecutor
  ) throws(UsageError) -> ExitCode {
    environment.watchSignals()
    return try executor.stress(values, in: environment)
  }
}
