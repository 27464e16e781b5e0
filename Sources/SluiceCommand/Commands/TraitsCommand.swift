/// What `sluice traits` was asked for.
public struct TraitsOptions: Equatable, Sendable {
  /// The names of the subjects; none means `reference`.
  public var subjects: [String] = []
  /// Which cases, as the expression that was given.
  public var filter: String?
  /// How many further schedules each case is played under.
  public var schedules = 0
  /// The seed of the schedules.
  public var seed: UInt64 = 0
  /// Where cases are played.
  public var isolation = IsolationChoice.process
  /// How long a worker may report no progress, in real time.
  public var watchdog = Duration.seconds(10)
  /// The form of what is printed.
  public var format = DataFormat.human

  /// What a call without any words asks for.
  public init() {}
}

/// `sluice traits`.
struct TraitsCommand: Command {
  static let name = "traits"
  static let summary = "Observes streams and says what they declare beside what they do."
  static let discussion = [
    "Plays the cases of each stream without judging them, and reads from the logs",
    "what it did, whatever it declares. Prints the declaration to paste, with the",
    "case that shows each trait. A declaration that is 'stricter' promises more than",
    "was seen, so rules object; a 'laxer' one promises less, so rules look past what",
    "they could check. What no case shows stays as it is declared. Ends with 1 where",
    "a declaration is not what was seen.",
  ]
  static let operand: OperandDeclaration? = OperandDeclaration(
    "SUBJECT", .any, help: "the streams to observe (default: reference)")

  static let schedules = OptionDeclaration(
    "--schedules", .one("N"),
    help: "how many schedules to play beside the canonical one (default: 0)")
  static let options: [OptionDeclaration] = [
    .filter, schedules, .seed, RunCommand.isolation, RunCommand.watchdog, .dataFormat,
  ]

  let values: TraitsOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> TraitsCommand {
    let defaults = TraitsOptions()
    var values = defaults
    values.subjects = parsed.operands
    values.filter = parsed.text(.filter)
    values.schedules = try parsed.integer(schedules, in: 0...1_000_000) ?? defaults.schedules
    values.seed = try parsed.integer(.seed, in: 0 ... .max) ?? defaults.seed
    values.isolation = try parsed.choice(RunCommand.isolation) ?? defaults.isolation
    values.watchdog = try parsed.seconds(RunCommand.watchdog) ?? defaults.watchdog
    values.format = try parsed.choice(.dataFormat) ?? defaults.format
    return TraitsCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with executor: any CommandExecutor
  ) throws(UsageError) -> ExitCode {
    try executor.traits(values, in: environment)
  }
}
