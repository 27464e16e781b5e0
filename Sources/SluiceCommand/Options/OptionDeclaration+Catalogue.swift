/// The options that more than one command has, declared once so that they mean the same everywhere.
extension OptionDeclaration {
  static let subject = OptionDeclaration(
    "--subject", .one("NAME"), help: "the streams under test (default: reference)")
  static let filter = OptionDeclaration(
    "--filter", .one("EXPRESSION"),
    help: "only cases such as 'tag:cancel & !product:storage'")
  static let level = OptionDeclaration(
    "--level", .one(choices(RuleLevelChoice.self)),
    help: "weakest rules that fail a case (default: should)")
  static let format = OptionDeclaration(
    "--format", .one(choices(OutputFormat.self)),
    help: "the form of what is printed (default: human)")
  static let dataFormat = OptionDeclaration(
    "--format", .one(choices(DataFormat.self)), help: "the form of what is printed (default: human)"
  )
  static let color = OptionDeclaration(
    "--color", .one(choices(ColorChoice.self)),
    help: "whether to print in colour (default: auto)")
  static let seed = OptionDeclaration(
    "--seed", .one("N"), help: "the seed of all left to chance (default: 0)")

  /// The words of a closed set as help shows them: `human|gcc|json`.
  static func choices<Choice: RawRepresentable<String> & CaseIterable>(
    _: Choice.Type
  ) -> String {
    Choice.allCases.map { choice in choice.rawValue }.joined(separator: "|")
  }
}

extension OperandDeclaration {
  static let paths = OperandDeclaration(
    "PATH", .any, help: "a scenario file, or a folder of them (default: Scenarios)")
  static let selectors = OperandDeclaration(
    "PATTERN", .any,
    help: "case ids as in --filter, or a scenario file or folder (default: Scenarios)")
}
