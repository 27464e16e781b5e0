import SluiceText

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
    subject =
      harness.hasDefaultSubject ? harness.defaultSubjects.first ?? Harness.reference : nil
  }

  /// The help of the whole program.
  ///
  /// - Parameter columns: The columns that there are; nil for the usual ones.
  /// - Returns: The text.
  func program(columns: Int?) -> String {
    let shown = commands.filter { command in !command.isHidden }
    return page([
      ["Usage: \(name) COMMAND [OPTION...] [ARGUMENT...]"],
      [
        "Checks that streams made of listeners keep their rules, above all that they let",
        "go of their listeners when the task that reads them is cancelled.",
      ].fitted(to: columns),
      ["Commands:"]
        + Self.table(
          shown.map { command in (command.name, command.summary) }, columns: columns),
      ["Options:"]
        + Self.table([Self.help, ("--version", "print the version")], columns: columns),
      ["Exit codes:"]
        + Self.table(
          ExitCode.allCases.map { code in ("\(code.rawValue)", code.meaning) }, columns: columns),
      ["'\(name) COMMAND --help' says more about a command."],
    ])
  }

  /// The help of one command.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - columns: The columns that there are; nil for the usual ones.
  /// - Returns: The text.
  func text(of command: any Command.Type, columns: Int?) -> String {
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
      discussion(of: command).fitted(to: columns),
      operands.isEmpty ? [] : ["Arguments:"] + Self.table(operands, columns: columns),
      ["Options:"] + Self.table(options + shared + [Self.help], columns: columns),
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

  /// The columns that help takes at most.
  static let usualColumns = 80

  /// Names with their texts: two columns, the second of which is wrapped.
  ///
  /// - Parameters:
  ///   - rows: The names and texts.
  ///   - columns: The columns that there are; nil for the usual ones, which are never exceeded.
  /// - Returns: The lines; where names leave too little room, the texts stand below them.
  static func table(_ rows: [(name: String, text: String)], columns: Int? = nil) -> [String] {
    let columns = min(max(columns ?? usualColumns, FittedText.leastColumns), usualColumns)
    let indentation = "  "
    let natural = 2 + (rows.map { row in row.name.count }.max() ?? 0)
    let width = columns < usualColumns ? min(natural, columns / 2) : natural
    return rows.flatMap { row in
      let lines = Self.wrapped(row.text, width: columns - 2 - width)
      let blanks = indentation + String(repeating: " ", count: width)
      guard row.name.count + 2 <= width else {
        return [indentation + row.name] + lines.map { line in blanks + line }
      }
      let padding = String(repeating: " ", count: width - row.name.count)
      let rest = lines.dropFirst().map { line in blanks + line }
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

extension [String] {
  /// The lines of a paragraph as they are, or with its words in lines of fewer columns.
  fileprivate func fitted(to columns: Int?) -> [String] {
    guard let columns, columns < HelpText.usualColumns else { return self }
    let width = Swift.max(columns, FittedText.leastColumns) - 1
    return HelpText.wrapped(joined(separator: " "), width: width)
  }
}
