/// What `sluice list` was asked for.
public struct ListOptions: Equatable, Sendable {
  /// Scenario files and folders; none means all of `Scenarios`.
  public var paths: [String] = []
  /// The name of the subject.
  public var subject = "reference"
  /// Which cases, as the expression that was given.
  public var filter: String?
  /// Whether the streams are listed instead of the cases.
  public var streams = false
  /// The form of what is printed.
  public var format = DataFormat.human

  /// What a call without any words asks for.
  public init() {}
}

/// `sluice list`.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "Lists the cases that a run would have, or the streams they are about."
  static let operand: OperandDeclaration? = .paths
  static let options: [OptionDeclaration] = [
    .subject, .filter, .streams, .dataFormat,
  ]

  let values: ListOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ListCommand {
    let defaults = ListOptions()
    var values = defaults
    values.paths = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.streams = parsed.isGiven(.streams)
    values.format = try parsed.choice(.dataFormat) ?? defaults.format
    return ListCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with executor: any CommandExecutor
  ) throws(UsageError) -> ExitCode {
    try executor.list(values, in: environment)
  }
}

extension OptionDeclaration {
  fileprivate static let streams = OptionDeclaration(
    "--streams", .none, help: "list the streams with their subjects and cases in each layer")
}
