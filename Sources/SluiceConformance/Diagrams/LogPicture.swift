import SluiceSimulation
import SluiceSpies

/// A whole log as it can be drawn: lanes from left to right, rows from top to bottom.
///
/// It has what ``LogDiagram`` has in lines of text, for reports that have more than text to show it
/// in. What the text leaves out is there, and says so.
package struct LogPicture: Sendable, Hashable, Codable {
  /// Who has a lane.
  package struct Lane: Sendable, Hashable, Codable {
    /// What sort of thing has it.
    package enum Kind: String, Sendable, Codable {
      /// A consumer.
      case consumer
      /// A registration.
      case registration
      /// Those for whom there is no room.
      case others
      /// The backend.
      case backend
    }

    /// What sort of thing has it.
    package var kind: Kind
    /// What stands at its head.
    package var name: String
  }

  /// What one lane shows in a row.
  package struct Cell: Sendable, Hashable, Codable {
    /// What a cell says of a call.
    package enum Call: String, Sendable, Codable {
      /// It begins here.
      case begins
      /// It ends here.
      case ends
      /// It begins and ends here, with nothing in between.
      case whole
    }

    /// The number of the lane, from 0.
    package var lane: Int
    /// What happens, in short words.
    package var text: String
    /// What it says of a call, if it does.
    package var call: Call?
  }

  /// One row: what happens at once.
  package struct Row: Sendable, Hashable, Codable {
    /// The virtual time.
    package var time: String
    /// How many events the simulation had run.
    package var step: Int
    /// The line of the scenario that ran directly before, if one did.
    package var line: Int?
    /// What happens; nothing where entries are left out.
    package var cells: [Cell]
    /// The lanes in which something goes on: who waits, and what is registered.
    package var alive: [Int]
    /// Who acts on whom, as two lanes, if anybody does.
    package var arrow: [Int]?
    /// How many entries are in it, or are left out.
    package var entries: Int
    /// Whether it is of the part that a reader needs.
    package var isExcerpt: Bool
  }

  /// The lanes.
  package var lanes: [Lane]
  /// The rows.
  package var rows: [Row]
  /// The number of the row to blame, if there is one.
  package var blamed: Int?

  /// How many consumers and registrations have lanes of their own.
  static let mostLanes = 8
  /// How many entries are drawn before and after the one in question.
  static let reach = (before: 1_200, after: 400)
}

extension LogDiagram {
  /// The whole log, or of an endless one as much as anybody looks at.
  package var picture: LogPicture? {
    guard !entries.isEmpty else { return nil }
    let focus = min(blamed ?? entries.count - 1, entries.count - 1)
    let excerpt = Set(DiagramWindow(around: focus, of: entries, as: cells).numbers)
    let reach = LogPicture.reach
    let near = max(0, focus - reach.before)...min(entries.count - 1, focus + reach.after)
    let rows = DiagramRows(
      excerpt.union(near).sorted(), of: entries, as: cells, blamed: blamed,
      begins: Set(marks.map(\.entry)), mergedWidth: 22
    ).rows
    let kept = Set(ranked(rows, around: focus).prefix(LogPicture.mostLanes))
    let present = Set(rows.flatMap { row in row.cells.map(\.column) })
    let isFolded = !present.subtracting(kept).subtracting([.backend]).isEmpty
    let columns =
      kept.sorted(by: DiagramLayout.precedes) + (isFolded ? [.others] : []) + [.backend]
    let lines = Dictionary(marks.map { mark in (mark.entry, mark.line) }) { _, last in last }
    let painter = PicturePainter(columns: columns, name: name)
    return LogPicture(
      lanes: columns.map { column in LogPicture.Lane(kind: kind(column), name: header(column)) },
      rows: rows.map { row in
        let isShown = !row.cells.isEmpty && (row.first..<row.end).contains { excerpt.contains($0) }
        return painter.row(
          row, at: entries[row.first], line: lines[row.first], isExcerpt: isShown)
      },
      blamed: rows.firstIndex { row in !row.cells.isEmpty && row.first == blamed })
  }

  private func kind(_ column: DiagramColumn) -> LogPicture.Lane.Kind {
    switch column {
    case .consumer: .consumer
    case .registration: .registration
    case .others: .others
    case .backend: .backend
    }
  }
}

/// What makes rows of a picture of those of a diagram.
private struct PicturePainter {
  let columns: [DiagramColumn]
  /// What a column is called where it has none of its own.
  let name: (DiagramColumn) -> String

  func row(
    _ row: DiagramRow, at entry: LogEntry, line: Int?, isExcerpt: Bool
  ) -> LogPicture.Row {
    LogPicture.Row(
      time: "\(Value.duration(entry.instant.nanoseconds))", step: entry.step,
      line: row.cells.isEmpty ? nil : line, cells: row.cells.compactMap(cell),
      alive: row.lifelines.compactMap { line in columns.firstIndex(of: line.column) }.sorted(),
      arrow: arrow(row.cells), entries: row.count, isExcerpt: isExcerpt)
  }

  private func cell(_ cell: DiagramCell) -> LogPicture.Cell? {
    guard let lane = columns.firstIndex(of: cell.column) else {
      guard let others = columns.firstIndex(of: .others) else { return nil }
      return LogPicture.Cell(lane: others, text: "\(name(cell.column)): \(cell.text)")
    }
    // What braces say in text is drawn.
    if cell.opens {
      return LogPicture.Cell(lane: lane, text: String(cell.text.dropLast(2)), call: .begins)
    }
    if cell.closes {
      return LogPicture.Cell(lane: lane, text: String(cell.text.dropFirst(2)), call: .ends)
    }
    if cell.isWhole {
      return LogPicture.Cell(lane: lane, text: String(cell.text.dropLast(3)), call: .whole)
    }
    return LogPicture.Cell(lane: lane, text: cell.text)
  }

  /// A consumer acts on a registration or on the backend, and the backend on a registration.
  private func arrow(_ cells: [DiagramCell]) -> [Int]? {
    let lanes = cells.map { cell in columns.firstIndex(of: cell.column) }
    guard cells.count > 1, !lanes.contains(nil) else { return nil }
    let isConsumer = { (cell: DiagramCell) in
      if case .consumer = cell.column { true } else { false }
    }
    let registration = cells.firstIndex { cell in cell.column.isRegistration }
    let backend = cells.firstIndex { cell in cell.column == .backend }
    let ends: (Int, Int)? =
      if let actor = cells.firstIndex(where: isConsumer) {
        (registration ?? backend).map { target in (actor, target) }
      } else if let registration, let backend, !cells[registration].text.hasPrefix("add") {
        (backend, registration)
      } else {
        nil
      }
    return ends.flatMap { from, to in
      lanes[from].flatMap { from in lanes[to].map { to in [from, to] } }
    }
  }
}
