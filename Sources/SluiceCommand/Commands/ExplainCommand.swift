/// What `sluice explain` was asked for.
public struct ExplainOptions: Equatable, Sendable {
  /// The rule, the diagnostic code or the verb.
  public var word: String
  /// Whether to print in colour.
  public var color = ColorChoice.auto

  /// A call for one word.
  public init(word: String) {
    self.word = word
  }
}

/// `sluice explain`.
struct ExplainCommand: Command {
  static let name = "explain"
  static let summary = "Says what a rule, a diagnostic code or a verb means."
  static let operand: OperandDeclaration? = OperandDeclaration(
    "RULE|CODE|VERB", .one, help: "such as cancellation.suspended-removes, S0107 or listen")
  static let options: [OptionDeclaration] = [.color]

  let values: ExplainOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ExplainCommand {
    guard let word = parsed.operands.first else {
      throw .missingOperand(placeholder: "RULE|CODE|VERB")
    }
    var values = ExplainOptions(word: word)
    values.color = try parsed.choice(.color) ?? values.color
    return ExplainCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with executor: any CommandExecutor
  ) throws(UsageError) -> ExitCode {
    try executor.explain(values, in: environment)
  }
}
