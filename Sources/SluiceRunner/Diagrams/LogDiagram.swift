package import SluiceSpies

/// The part of a log that a reader needs around one entry, as a diagram in lines of text.
///
/// Time, step and the line of the scenario stand on the left; then each consumer and each
/// registration has a column, and the backend the last. What acts and what is acted on stand in one
/// row. `{` begins a call and `}` ends it; `:` runs down while a consumer waits in `next()`, and
/// `|` while a registration is there. The entry to blame is marked with `>`.
package struct LogDiagram {
  /// A line of the scenario, and how long the log was when it ran.
  package struct Mark {
    let entry: Int
    let line: Int

    /// A line that ran before an entry.
    ///
    /// - Parameters:
    ///   - entry: The number of the entry.
    ///   - line: The line, from 1.
    package init(entry: Int, line: Int) {
      self.entry = entry
      self.line = line
    }
  }

  private let entries: [LogEntry]
  private let blamed: Int?
  private let names: [String]
  private let backend: String
  private let marks: [Mark]
  private let cells: DiagramCells

  /// A diagram of a log.
  ///
  /// - Parameters:
  ///   - entries: The log.
  ///   - blamed: The number of the entry to blame; nil shows the last entries.
  ///   - names: The consumers' names in the order of their numbers.
  ///   - backend: The name of the backend.
  ///   - marks: The lines of the scenario, in the order in which they ran.
  package init(
    _ entries: [LogEntry], blamed: Int?, names: [String], backend: String, marks: [Mark]
  ) {
    self.entries = entries
    self.blamed = blamed
    self.names = names
    self.backend = backend
    self.marks = marks
    cells = DiagramCells(entries)
  }

  /// The lines of the diagram.
  package var lines: [String] {
    guard !entries.isEmpty else { return ["the log is empty"] }
    let focus = min(blamed ?? entries.count - 1, entries.count - 1)
    let window = DiagramWindow(around: focus, of: entries, as: cells)
    // A wide diagram has no room for long texts.
    for mergedWidth in [22, 14] {
      let rows = DiagramRows(
        window.numbers, of: entries, as: cells, blamed: blamed,
        begins: Set(marks.map(\.entry)), mergedWidth: mergedWidth
      ).rows
      let gutter = DiagramGutter(rows, entries, marks)
      let columns = ranked(rows, around: focus)
      guard columns.count <= 3 || mergedWidth == 14 else { continue }
      let layout = DiagramLayout(
        rows, headers: header, ranked: columns, gutter: gutter.width)
      return DiagramDrawing(layout: layout, gutter: gutter, name: name, blamed: blamed)
        .lines(rows, headers: header)
    }
    return []
  }

  /// The columns that the rows need, the ones that the focus is about first, then the nearest.
  private func ranked(_ rows: [DiagramRow], around focus: Int) -> [DiagramColumn] {
    let nearest = rows.sorted { left, right in
      abs(left.first - focus) < abs(right.first - focus)
    }
    let present = nearest.flatMap { row in row.cells.map(\.column) + row.lifelines.map(\.column) }
    let isPresent = Set(present)
    let concerned = DiagramWindow.columns(concerning: entries[focus].event, in: entries, cells)
      .filter(isPresent.contains)
    var known: Set<DiagramColumn> = [.backend]
    return (concerned + present).filter { column in known.insert(column).inserted }
  }

  private func name(_ column: DiagramColumn) -> String {
    switch column {
    case .consumer(let number): names.indices.contains(number - 1) ? names[number - 1] : "\(number)"
    case .registration(let number): "#\(number)"
    case .others: "others"
    case .backend: backend
    }
  }

  /// What stands at the head of a column: a registration with who added it, where that may be
  /// anybody.
  private func header(_ column: DiagramColumn) -> String {
    let name = DisplayWidth.fitted(name(column), to: 16)
    guard case .registration(let number) = column, names.count > 1 else { return name }
    for case .addCalled(RegistrationID(number), let caller, _) in entries.lazy.map(\.event) {
      guard let consumer = cells.consumer(of: caller) else { break }
      return DisplayWidth.fitted("\(name) (\(self.name(.consumer(consumer))))", to: 14)
    }
    return name
  }
}
