/// The text of help, made from the same declarations that calls are read with.
struct HelpText {
  /// The program's name.
  private let name: String
  private let commands: [any Command.Type]
  /// The stream that a call means that names none; nil where there are several.
  private let subject: String?

  /// The help of a program.
  init(of harness: Harness) {
    name = harness.name
    commands = harness.commands
    let names = harness.subjectNames
    let only = names.contains(Harness.reference) ? Harness.reference : names.first
    subject = harness.hasDefaultSubject ? only ?? Harness.reference : nil
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
      ["Commands:"] + Self.table(shown.map { command in (command.name, command.summary) }),
      ["Options:"] + Self.table([Self.help, ("--version", "print the version")]),
      ["Exit codes:"]
        + Self.table(ExitCode.allCases.map { code in ("\(code.rawValue)", code.meaning) }),
      ["'\(name) COMMAND --help' says more about a command."],
    ])
  }

  /// The help of one command.
  func text(of command: any Command.Type) -> String {
    let operands = command.operand.map { operand in [(operand.placeholder, operand.help)] } ?? []
    let options = command.options.map { option in
      (option.signature, help(of: option, for: command))
    }
    let shared =
      command.isHidden
      ? []
      : OptionDeclaration.shared.map { option in
        (option.signature, option.help)
      }
    return page([
      ["Usage: \(name) \(command.name) [OPTION...]" + usage(command.operand)],
      discussion(of: command),
      operands.isEmpty ? [] : ["Arguments:"] + Self.table(operands),
      ["Options:"] + Self.table(options + shared + [Self.help]),
    ])
  }

  /// What an option does in this program, whose streams decide what holds without it.
  private func help(of option: OptionDeclaration, for command: any Command.Type) -> String {
    let isRun = command == RunCommand.self
    switch option {
    case .subject:
      let usual = subject ?? (isRun ? "each of them, in turn" : "none, if there are several")
      return "the streams under test (default: \(usual))"
    case RunCommand.junit where subject == nil:
      return "where the report goes (default: Reports/SUBJECT.xml)"
    default: return option.help
    }
  }

  /// What a command does; calls of other commands that it names are calls of this program.
  private func discussion(of command: any Command.Type) -> [String] {
    let lines = [command.summary] + command.discussion
    let own = lines.joined(separator: " ").replacing("'sluice ", with: "'\(name) ")
    return name == "sluice" ? lines : HelpText.wrapped(own, width: 79)
  }

  private static let help = ("-h, --help", "print this help")

  private func usage(_ operand: OperandDeclaration?) -> String {
    switch operand?.count {
    case nil: ""
    case .one: " \(operand?.placeholder ?? "")"
    case .several: " \(operand?.placeholder ?? "")..."
    case .any: " [\(operand?.placeholder ?? "")...]"
    }
  }

  private func page(_ paragraphs: [[String]]) -> String {
    paragraphs.filter { lines in !lines.isEmpty }
      .map { lines in lines.map { line in line + "\n" }.joined() }
      .joined(separator: "\n")
  }

  /// Names with their texts: two columns, the second of which is wrapped at 80 columns.
  static func table(_ rows: [(name: String, text: String)]) -> [String] {
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
