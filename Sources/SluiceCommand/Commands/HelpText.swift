/// The text of help, made from the same declarations that calls are read with.
enum HelpText {
  /// The help of the whole program.
  static func program(_ commands: [any Command.Type]) -> String {
    let shown = commands.filter { command in !command.isHidden }
    return page([
      ["Usage: sluice COMMAND [OPTION...] [ARGUMENT...]"],
      [
        "Checks that streams made of listeners keep their rules, above all that they let",
        "go of their listeners when the task that reads them is cancelled.",
      ],
      ["Commands:"] + table(shown.map { command in (command.name, command.summary) }),
      ["Options:"] + table([help, ("--version", "print the version")]),
      ["Exit codes:"] + table(ExitCode.allCases.map { code in ("\(code.rawValue)", code.meaning) }),
      ["'sluice COMMAND --help' says more about a command."],
    ])
  }

  /// The help of one command.
  static func command(_ command: any Command.Type) -> String {
    let operands = command.operand.map { operand in [(operand.placeholder, operand.help)] } ?? []
    let options = command.options.map { option in (option.signature, option.help) }
    return page([
      ["Usage: sluice \(command.name) [OPTION...]" + usage(command.operand)],
      [command.summary] + command.discussion,
      operands.isEmpty ? [] : ["Arguments:"] + table(operands),
      ["Options:"] + table(options + [help]),
    ])
  }

  private static let help = ("-h, --help", "print this help")

  private static func usage(_ operand: OperandDeclaration?) -> String {
    switch operand?.count {
    case nil: ""
    case .one: " \(operand?.placeholder ?? "")"
    case .any: " [\(operand?.placeholder ?? "")...]"
    }
  }

  private static func page(_ paragraphs: [[String]]) -> String {
    paragraphs.filter { lines in !lines.isEmpty }
      .map { lines in lines.map { line in line + "\n" }.joined() }
      .joined(separator: "\n")
  }

  /// Two columns, the second of which is wrapped at 80 columns.
  private static func table(_ rows: [(name: String, text: String)]) -> [String] {
    let indentation = "  "
    let width = 2 + (rows.map { row in row.name.count }.max() ?? 0)
    return rows.flatMap { row in
      let padding = String(repeating: " ", count: width - row.name.count)
      let lines = wrapped(row.text, width: 78 - width)
      let rest = lines.dropFirst().map { line in
        indentation + String(repeating: " ", count: width) + line
      }
      return [indentation + row.name + padding + (lines.first ?? "")] + rest
    }
  }

  /// A text in lines of so many columns, as far as its words fit.
  static func wrapped(_ text: String, width: Int) -> [String] {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
      guard let last = lines.last, last.count + 1 + word.count <= width else {
        lines.append(String(word))
        return
      }
      lines[lines.count - 1] = "\(last) \(word)"
    }
  }
}
