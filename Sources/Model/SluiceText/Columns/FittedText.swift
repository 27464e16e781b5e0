/// Lines of text in no more columns than there are.
///
/// A line that is too wide goes on below, further to the right; a command goes on so that a shell
/// takes it as one. Only what has to stand below something else is cut, and leaves `…` behind: a
/// line of a file with its number, and a cell of a table.
package struct FittedText {
  /// The columns that there are.
  private let columns: Int
  /// What every line begins with.
  private let indentation: String

  /// The fewest columns that anything is fitted to.
  package static let leastColumns = 60
  /// How much further right stands what goes on.
  private static let hanging = 2
  /// What commands stand behind.
  private static let commandMarks = [CaseFailure.againMark, CaseFailure.wholeMark]

  /// What fits text.
  ///
  /// - Parameters:
  ///   - columns: The columns that there are; fewer than ``leastColumns`` are taken for those.
  ///   - indentation: How many blanks every line begins with.
  package init(columns: Int, indentation: Int = 0) {
    self.columns = max(columns, Self.leastColumns)
    self.indentation = String(repeating: " ", count: indentation)
  }

  /// Lines that fit.
  ///
  /// - Parameters:
  ///   - lines: The lines, clean.
  ///   - columns: The columns that there are; nil for as many as a line takes.
  ///   - indentation: How many blanks every line begins with.
  /// - Returns: The lines, indented.
  package static func lines(_ lines: [String], columns: Int?, indentation: Int = 0) -> [String] {
    guard let columns else {
      let blanks = String(repeating: " ", count: indentation)
      return indentation == 0 ? lines : lines.map { line in blanks + line }
    }
    return FittedText(columns: columns, indentation: indentation).lines(lines)
  }

  /// A text of several lines that fits.
  ///
  /// - Parameters:
  ///   - text: The text, clean.
  ///   - columns: The columns that there are; nil for as many as a line takes.
  /// - Returns: The text.
  package static func text(_ text: String, columns: Int?) -> String {
    guard let columns else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return FittedText(columns: columns).lines(lines.map { String($0) }).joined(separator: "\n")
  }

  /// Lines that fit, indented.
  package func lines(_ lines: [String]) -> [String] {
    var fitted: [String] = []
    var rest = lines[...]
    while let line = rest.first {
      let table = rest.prefix(while: MarkedTable.isRow)
      if table.contains(where: { line in DisplayWidth.of(line) > room }) {
        fitted += MarkedTable(table).lines(width: room).map { line in indentation + line }
        rest = rest.dropFirst(table.count)
        continue
      }
      fitted += self.lines(of: line)
      rest = rest.dropFirst()
    }
    return fitted
  }

  private var room: Int { columns - indentation.utf8.count }

  private func lines(of line: String) -> [String] {
    guard DisplayWidth.of(line) > room else { return [indentation + line] }
    if Self.isExcerpt(line) { return [indentation + DisplayWidth.fitted(line, to: room)] }
    let text = line.drop { letter in letter == " " }
    if let mark = Self.commandMarks.first(where: { mark in text.hasPrefix(mark) }) {
      let blanks = indentation + String(repeating: " ", count: line.utf8.count - text.utf8.count)
      return ShellLines(columns: columns)
        .lines(of: text.dropFirst(mark.count), behind: blanks + mark)
    }
    return Self.wrapped(line, width: room).map { line in indentation + line }
  }

  /// Whether a line is one of a file, with its number and a bar before it, or the marks below.
  private static func isExcerpt(_ line: String) -> Bool {
    let rest = line.utf8.drop { byte in
      byte == UInt8(ascii: " ") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
    return rest.first == UInt8(ascii: "|")
  }

  /// A line in lines of a width: broken between words, or where a word is longer than a line.
  ///
  /// - Parameters:
  ///   - line: The line, with the blanks that it begins with.
  ///   - width: The columns that there are.
  /// - Returns: The lines; what goes on stands further to the right than the first.
  package static func wrapped(_ line: String, width: Int) -> [String] {
    let beginning = line.prefix { letter in letter == " " }.utf8.count
    let hanging = min(beginning + Self.hanging, max(0, width / 2))
    var lines: [String] = []
    var rest = line[...]
    var blanks = ""
    while true {
      let part = DisplayWidth.prefix(of: rest, to: width - blanks.utf8.count)
      guard part.utf8.count < rest.utf8.count else { break }
      let scalars = rest.unicodeScalars
      var end = scalars.index(scalars.startIndex, offsetBy: max(1, part.unicodeScalars.count))
      if scalars[end] != " ", let blank = scalars[..<end].lastIndex(of: " "),
        scalars[..<blank].contains(where: { scalar in scalar != " " })
      {
        end = blank
      }
      var line = rest[..<end].unicodeScalars
      while line.last == " " { line.removeLast() }
      lines.append(blanks + String(line))
      rest = rest[end...].drop { letter in letter == " " }
      blanks = String(repeating: " ", count: hanging)
    }
    if !rest.isEmpty || lines.isEmpty { lines.append(blanks + rest) }
    return lines
  }
}

/// A command in several lines that a shell takes for one.
private struct ShellLines {
  let columns: Int
  /// What stands at the end of a line that goes on.
  private static let end = " \\"
  /// What the further lines begin with.
  private static let blanks = "    "

  /// The lines of a command.
  ///
  /// - Parameters:
  ///   - command: The words, quoted as a shell takes them.
  ///   - mark: What the first line begins with.
  /// - Returns: The lines.
  func lines(of command: Substring, behind mark: String) -> [String] {
    var lines: [String] = []
    var line = mark
    var isEmpty = true
    let words = words(of: command)
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : ""
      // An option stands with its value, if both have room in one line.
      let isOption = word.hasPrefix("--") && !word.contains("=") && !next.hasPrefix("--")
      let both = DisplayWidth.of(word) + 1 + DisplayWidth.of(next)
      let fits = isOption && Self.blanks.utf8.count + both + Self.end.utf8.count <= columns
      let needed = DisplayWidth.of(line) + (fits ? both : DisplayWidth.of(word))
      if !isEmpty, needed + 1 + Self.end.utf8.count > columns {
        lines.append(line + Self.end)
        line = Self.blanks
        isEmpty = true
      }
      if !isEmpty { line += " " }
      isEmpty = false
      var parts = self.parts(of: word, after: DisplayWidth.of(line))
      line += parts.removeFirst()
      for part in parts {
        lines.append(line + "\\")
        line = part
      }
    }
    return lines + [line]
  }

  /// The words between blanks that stand in no quotes.
  private func words(of command: Substring) -> [String] {
    var words: [String] = []
    var word = ""
    var isQuoted = false
    var isEscaped = false
    for scalar in command.unicodeScalars {
      if scalar == " ", !isQuoted, !isEscaped {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if scalar == "'", !isEscaped { isQuoted.toggle() }
      isEscaped = scalar == "\\" && !isQuoted && !isEscaped
      word.unicodeScalars.append(scalar)
    }
    return word.isEmpty ? words : words + [word]
  }

  /// A word in parts that each fit into a line with what has the shell go on; in quotes each part
  /// stands in quotes of its own.
  private func parts(of word: String, after width: Int) -> [String] {
    // Room for a quote that ends, and for what goes on, itself or behind a blank.
    let limit = columns - 3
    var parts: [String] = []
    var part = ""
    var used = width
    var isQuoted = false
    var isEscaped = false
    for scalar in word.unicodeScalars {
      let columns = DisplayWidth.columns(scalar)
      if used + columns > limit, !isEscaped, scalar != "\\", columns > 0 {
        parts.append(part + (isQuoted ? "'" : ""))
        part = isQuoted ? "'" : ""
        used = part.utf8.count
      }
      if scalar == "'", !isEscaped { isQuoted.toggle() }
      isEscaped = scalar == "\\" && !isQuoted && !isEscaped
      part.unicodeScalars.append(scalar)
      used += columns
    }
    return parts + [part]
  }
}

/// A table whose cells stand between bars, as scenarios have them.
private struct MarkedTable {
  private let blanks: String
  private let rows: [[String]]
  /// The fewest columns of a cell.
  private static let least = 3

  static func isRow(_ line: String) -> Bool {
    let text = line.drop { letter in letter == " " }
    return text.utf8.count > 3 && text.hasPrefix("| ") && text.hasSuffix(" |")
  }

  init(_ lines: ArraySlice<String>) {
    blanks = String((lines.first ?? "").prefix { letter in letter == " " })
    rows = lines.map { line in
      let text = line.drop { letter in letter == " " }
      return text.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false)
        .map { cell in
          String(cell.reversed().drop { letter in letter == " " }.reversed())
        }
    }
  }

  /// The rows, the widest columns made narrower as far as need be.
  func lines(width: Int) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      rows.map { row in row.count > column ? DisplayWidth.of(row[column]) : 0 }.max() ?? 0
    }
    let room = width - blanks.utf8.count - 3 * count - 1
    while widths.reduce(0, +) > room {
      let widest = widths.indices.max { left, right in widths[left] < widths[right] }
      guard let widest, widths[widest] > Self.least else { break }
      widths[widest] -= 1
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let text = DisplayWidth.fitted(cell, to: max(1, widths[column]))
        return DisplayWidth.padded(text, to: widths[column])
      }
      return DisplayWidth.fitted("\(blanks)| \(cells.joined(separator: " | ")) |", to: width)
    }
  }
}
