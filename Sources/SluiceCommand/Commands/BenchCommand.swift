/// What `sluice bench` was asked for.
public struct BenchOptions: Equatable, Sendable {
  /// How often everything is measured; the median counts.
  public var rounds = 9
  /// The form of what is printed.
  public var format = DataFormat.human

  /// What a call without any words asks for.
  public init() {}
}

/// `sluice bench`.
struct BenchCommand: Command {
  static let name = "bench"
  static let summary = "Measures what a run of the smallest cancellation scenario costs."
  static let discussion = ["Build with 'swift run -c release sluice bench' for figures that count."]

  static let rounds = OptionDeclaration(
    "--rounds", .one("N"), help: "how often to measure; the median counts (default: 9)")
  static let options: [OptionDeclaration] = [rounds, .dataFormat]

  let values: BenchOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> BenchCommand {
    let defaults = BenchOptions()
    var values = defaults
    values.rounds = try parsed.integer(rounds, in: 1...1000) ?? defaults.rounds
    values.format = try parsed.choice(.dataFormat) ?? defaults.format
    return BenchCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with executor: any CommandExecutor
  ) throws(UsageError) -> ExitCode {
    try executor.bench(values, in: environment)
  }
}
