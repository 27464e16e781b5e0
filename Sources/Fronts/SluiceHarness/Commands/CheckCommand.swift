/// What `sluice check` was asked for.
package struct CheckOptions: Equatable, Sendable {
  /// Scenario files and folders; none means all of `Scenarios`.
  package var paths: [String] = []
  /// The form of what is printed.
  package var format = OutputFormat.human
  /// Whether to print in colour.
  package var color = ColorChoice.auto

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice check`.
struct CheckCommand: Command {
  static let name = "check"
  static let summary = "Reads scenarios and says what is wrong with them, without running any."
  static let operand: OperandDeclaration? = .selectors
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
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    try harness.check(values, in: environment)
  }
}
