/// The fitting of a text's lines to the columns that there are.
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

  /// What fits text.
  ///
  /// - Parameters:
  ///   - columns: The columns that there are; fewer than ``leastColumns`` are taken for those.
  ///   - indentation: How many blanks every line begins with.
  init(columns: Int, indentation: Int = 0) {
    self.columns = max(columns, Self.leastColumns)
    self.indentation = String(repeating: " ", count: indentation)
  }

  /// Lines that fit, indented.
  func lines(_ lines: [DisplayText.Line]) -> [String] {
    var fitted: [String] = []
    var rest = lines[...]
    while let line = rest.first {
      let table = rest.prefix { line in line.isRow }
      if table.contains(where: { line in DisplayWidth.of(line.text) > room }) {
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

  private func lines(of line: DisplayText.Line) -> [String] {
    let text = line.text
    guard DisplayWidth.of(text) > room else { return [indentation + text] }
    switch line.fitting {
    case .verbatim, .row: return [indentation + text]
    case .cut: return [indentation + DisplayWidth.fitted(text, to: room)]
    case .command(let blanks, let mark):
      let beginning = blanks + mark
      return ShellLines(columns: columns)
        .lines(of: text.dropFirst(beginning.count), behind: indentation + beginning)
    case .wrapped:
      return Self.wrapped(text, width: room).map { line in indentation + line }
    }
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

extension DisplayText.Line {
  fileprivate var isRow: Bool {
    if case .row = fitting { true } else { false }
  }
}

/// A table whose cells stand between bars, as scenarios have them.
private struct MarkedTable {
  private var blanks = ""
  private var rows: [[String]] = []
  /// The fewest columns of a cell.
  private static let least = 3

  init(_ lines: ArraySlice<DisplayText.Line>) {
    for line in lines {
      guard case .row(let blanks, let cells) = line.fitting else { continue }
      self.blanks = blanks
      rows.append(
        cells.map { cell in String(cell.reversed().drop { letter in letter == " " }.reversed()) })
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
