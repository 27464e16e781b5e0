/// Rows of text in columns, which are told one below the other where they have no room beside each
/// other.
package struct TextTable {
  /// Where a text stands in its column.
  package enum Side: Sendable {
    /// On the left.
    case left
    /// On the right, as numbers do.
    case right
  }

  private let rows: [[String]]
  private let sides: [Side]
  /// The blanks before each row, between columns, and before what goes on.
  private let indentation: String
  private static let gap = "  "
  /// The fewest columns of the last one, whose texts go on below each other.
  private static let leastLast = 20

  /// A table.
  ///
  /// - Parameters:
  ///   - rows: The rows, each with a text for each column, the head first if there is one.
  ///   - sides: Where the texts stand; on the left where nothing is said.
  ///   - indentation: How many blanks stand before each row.
  package init(_ rows: [[String]], sides: [Side] = [], indentation: Int = 0) {
    self.rows = rows
    self.sides = sides
    self.indentation = String(repeating: " ", count: indentation)
  }

  /// The lines of the table.
  ///
  /// - Parameter columns: The columns that there are; nil for as many as it takes.
  /// - Returns: The lines. Where the last column has too little room its texts go on below; where
  ///   others have, each row is told in lines, by the names in the head.
  package func lines(columns: Int?) -> [String] {
    guard let head = rows.first, !head.isEmpty else { return [] }
    let widths = head.indices.map { column in
      rows.map { row in DisplayWidth.of(row[column]) }.max() ?? 0
    }
    let first = widths.dropLast().reduce(indentation.utf8.count) { sum, width in
      sum + width + Self.gap.utf8.count
    }
    let columns = columns.map { columns in max(columns, FittedText.leastColumns) } ?? .max
    let room = columns - first
    if widths[head.count - 1] <= room || room >= Self.leastLast {
      return rows.flatMap { row in lines(row, widths, last: room) }
    }
    return indentation.isEmpty && head.count > 2
      ? records(columns) : rows.flatMap { row in stacked(row, columns) }
  }

  private func lines(_ row: [String], _ widths: [Int], last room: Int) -> [String] {
    var line = indentation
    for column in row.indices.dropLast() {
      let isRight = sides.indices.contains(column) && sides[column] == .right
      line +=
        isRight
        ? DisplayWidth.aligned(row[column], to: widths[column])
        : DisplayWidth.padded(row[column], to: widths[column])
      line += Self.gap
    }
    let blanks = String(repeating: " ", count: DisplayWidth.of(line))
    let last = row[row.count - 1]
    let parts = room == .max ? [last] : FittedText.wrapped(last, width: room)
    return parts.enumerated().map { index, part in
      Self.trimmed((index == 0 ? line : blanks) + part)
    }
  }

  /// Each row but the head as its first text, and the others by their names.
  private func records(_ columns: Int) -> [String] {
    rows.dropFirst().flatMap { row in
      var lines = [row[0]]
      for (name, cell) in zip(rows[0], row).dropFirst() where !cell.isEmpty {
        let text = "\(name) \(cell)"
        let last = lines[lines.count - 1] + Self.gap + text
        if lines.count > 1, DisplayWidth.of(last) <= columns {
          lines[lines.count - 1] = last
        } else {
          lines.append("  " + text)
        }
      }
      return lines.flatMap { line in FittedText.wrapped(line, width: columns) }
    }
  }

  /// All texts of a row but the last in a line, and that below.
  private func stacked(_ row: [String], _ columns: Int) -> [String] {
    let first = row.dropLast().filter { cell in !cell.isEmpty }.joined(separator: Self.gap)
    let rest = indentation + "  " + row[row.count - 1]
    return FittedText.wrapped(indentation + first, width: columns)
      + FittedText.wrapped(rest, width: columns)
  }

  private static func trimmed(_ line: String) -> String {
    var scalars = line.unicodeScalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}
