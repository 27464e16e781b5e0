/// What `sluice check` was asked for.
public struct CheckOptions: Equatable, Sendable {
  /// Scenario files and folders; none means all of `Scenarios`.
  public var paths: [String] = []
  /// The form of what is printed.
  public var format = OutputFormat.human
  /// Whether to print in colour.
  public var color = ColorChoice.auto

  /// What a call without any words asks for.
  public init() {}
}

/// `sluice check`.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Reads scenarios and says what is wrong with them, without running any."
  static let operand: OperandDeclaration? = .paths
  static let options: [OptionDeclaration] = [.format, .color]

  let values: CheckOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> CheckCommand {
    let defaults = CheckOptions()
    var values = defaults
    values.paths = parsed.operands
    values.format = try parsed.choice(.format) ?? defaults.format
    values.color = try parsed.choice(.color) ?? defaults.color
    return CheckCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with executor: any CommandExecutor
  ) throws(UsageError) -> ExitCode {
    try executor.check(values, in: environment)
  }
}
