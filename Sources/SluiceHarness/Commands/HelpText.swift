/// The text of help, made from the same declarations that calls are read with.
struct HelpText {
  /// The program's name.
  private let name: String
  private let commands: [any Command.Type]
  /// Which streams a call means that names none.
  private let subject: String

  /// The help of a program.
  init(of harness: Harness) {
    name = harness.name
    commands = harness.commands
    let names = harness.subjectNames
    subject =
      names.contains(Harness.reference) || names.isEmpty
      ? Harness.reference : names.count == 1 ? names[0] : "each of them, in turn"
  }

  /// The help of the whole program.
  var program: String {
    let shown = commands.filter { command in !command.isHidden }
    return page([
      ["Usage: \(name) COMMAND [OPTION...] [ARGUMENT...]"],
      [
        "Checks that streams made of listeners keep their rules, above all that they let",
        "go of their listeners when the task that reads them is cancelled.",
      ],
      ["Commands:"] + table(shown.map { command in (command.name, command.summary) }),
      ["Options:"] + table([Self.help, ("--version", "print the version")]),
      ["Exit codes:"] + table(ExitCode.allCases.map { code in ("\(code.rawValue)", code.meaning) }),
      ["'\(name) COMMAND --help' says more about a command."],
    ])
  }

  /// The help of one command.
  func text(of command: any Command.Type) -> String {
    let operands = command.operand.map { operand in [(operand.placeholder, operand.help)] } ?? []
    let options = command.options.map { option in
      (
        option.signature,
        option == .subject ? "the streams under test (default: \(subject))" : option.help
      )
    }
    return page([
      ["Usage: \(name) \(command.name) [OPTION...]" + usage(command.operand)],
      [command.summary] + command.discussion,
      operands.isEmpty ? [] : ["Arguments:"] + table(operands),
      ["Options:"] + table(options + [Self.help]),
    ])
  }

  private static let help = ("-h, --help", "print this help")

  private func usage(_ operand: OperandDeclaration?) -> String {
    switch operand?.count {
    case nil: ""
    case .one: " \(operand?.placeholder ?? "")"
    case .any: " [\(operand?.placeholder ?? "")...]"
    }
  }

  private func page(_ paragraphs: [[String]]) -> String {
    paragraphs.filter { lines in !lines.isEmpty }
      .map { lines in lines.map { line in line + "\n" }.joined() }
      .joined(separator: "\n")
  }

  /// Two columns, the second of which is wrapped at 80 columns.
  private func table(_ rows: [(name: String, text: String)]) -> [String] {
    let indentation = "  "
    let width = 2 + (rows.map { row in row.name.count }.max() ?? 0)
    return rows.flatMap { row in
      let padding = String(repeating: " ", count: width - row.name.count)
      let lines = Self.wrapped(row.text, width: 78 - width)
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
