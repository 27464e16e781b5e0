/// Text for people: lines, each of which says how it is fitted to the columns that there are.
///
/// A text is made once, where its parts are known. Only a leaf reads it: what prints it, or puts it
/// into a report. The stage `bans` of `Scripts/check` refuses every other use of its rendered form,
/// so that no decision depends on words.
package struct DisplayText: Sendable, Hashable {
  /// How a line is fitted that is too wide.
  enum Fitting: Sendable, Hashable {
    /// It goes on below, further to the right.
    case wrapped
    /// It is cut, since it stands above or below another one.
    case cut
    /// It is a row of a table: the widest cells of the table are cut.
    case row(blanks: String, cells: [String])
    /// It goes on below so that a shell takes it for one command.
    case command(blanks: String, mark: String)
    /// It stays as it is.
    case verbatim
  }

  /// A line.
  struct Line: Sendable, Hashable {
    var text: String
    var fitting: Fitting
  }

  /// The lines.
  private(set) var lines: [Line] = []

  /// A text without lines.
  package init() {}

  /// Lines that go on below where they are too wide.
  ///
  /// - Parameter text: The lines, with line feeds between them.
  package init(_ text: String) { append(text) }

  /// Lines that go on below where they are too wide.
  package init(_ lines: [String]) { append(lines) }

  /// Lines that stay as they are.
  ///
  /// - Parameter text: The lines, with line feeds between them.
  package init(verbatim text: String) { append(text, .verbatim) }

  /// Adds lines that go on below where they are too wide.
  ///
  /// - Parameter text: The lines, with line feeds between them.
  package mutating func append(_ text: String) { append(text, .wrapped) }

  /// Adds lines that go on below where they are too wide.
  package mutating func append(_ lines: [String]) { for line in lines { append(line) } }

  /// Adds lines of a file with their numbers, or marks below them, which are cut.
  package mutating func append(cut lines: [String]) { for line in lines { append(line, .cut) } }

  /// Adds the rows of a table.
  ///
  /// - Parameters:
  ///   - rows: The cells of each row, each padded to the width of its column.
  ///   - blanks: What stands before each row.
  package mutating func append(rows: [[String]], behind blanks: String) {
    for row in rows {
      let text = "\(blanks)| \(row.joined(separator: " | ")) |"
      lines.append(Line(text: text, fitting: .row(blanks: blanks, cells: row)))
    }
  }

  /// Adds a command.
  ///
  /// - Parameters:
  ///   - command: The words, quoted as a shell takes them.
  ///   - mark: What stands before it.
  package mutating func append(command: String, behind mark: String) {
    append(mark + command, .command(blanks: "", mark: mark))
  }

  /// Adds another text below.
  package mutating func append(_ other: DisplayText) { lines += other.lines }

  /// The number of lines, for a budget of lines.
  package var lineCount: Int { lines.count }

  /// The text in at most a number of lines.
  ///
  /// - Parameter count: The number of lines, at least 1.
  /// - Returns: The first lines, and how many are left out.
  package func shortened(to count: Int) -> DisplayText {
    guard lines.count > count else { return self }
    var text = self
    let left = lines.count - max(0, count - 1)
    text.lines.removeLast(left)
    text.append("… \(left) lines left out")
    return text
  }

  /// The text, indented.
  ///
  /// - Parameter count: How many blanks stand before each line.
  /// - Returns: The text.
  package func indented(by count: Int) -> DisplayText {
    let blanks = String(repeating: " ", count: count)
    var text = self
    for index in text.lines.indices {
      text.lines[index].text = blanks + text.lines[index].text
      switch text.lines[index].fitting {
      case .row(let before, let cells):
        text.lines[index].fitting = .row(blanks: blanks + before, cells: cells)
      case .command(let before, let mark):
        text.lines[index].fitting = .command(blanks: blanks + before, mark: mark)
      case .wrapped, .cut, .verbatim: break
      }
    }
    return text
  }

  private mutating func append(_ text: String, _ fitting: Fitting) {
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      lines.append(Line(text: String(line), fitting: fitting))
    }
  }
}

extension DisplayText: ExpressibleByStringInterpolation {
  /// Lines that go on below where they are too wide.
  package init(stringLiteral text: String) { self.init(text) }
}

// MARK: What leaves read

extension DisplayText {
  /// The text with each line as wide as it is, for a leaf.
  package var rendered: String { lines.map(\.text).joined(separator: "\n") }

  /// The lines in no more columns than there are, for a leaf.
  ///
  /// - Parameters:
  ///   - columns: The columns that there are; nil for as many as a line takes.
  ///   - indentation: How many blanks every line begins with.
  /// - Returns: The lines, indented.
  package func rendered(columns: Int?, indentation: Int = 0) -> [String] {
    guard let columns else {
      let blanks = String(repeating: " ", count: indentation)
      return lines.map { line in indentation == 0 ? line.text : blanks + line.text }
    }
    return FittedText(columns: columns, indentation: indentation).lines(lines)
  }

  /// The text with each of its lines made clean, for a leaf.
  ///
  /// - Parameter clean: Makes a text of a line; a line break in it does not part the line.
  /// - Returns: The text.
  package func rendered(by clean: (String) -> String) -> DisplayText {
    var text = self
    for index in text.lines.indices {
      text.lines[index].text = clean(text.lines[index].text)
      if case .row(let blanks, let cells) = text.lines[index].fitting {
        text.lines[index].fitting = .row(blanks: blanks, cells: cells.map(clean))
      }
    }
    return text
  }
}
