import SluiceSimulation
import SluiceSpies
import SluiceText

/// What makes a picture of the rows of a diagram.
struct PicturePainter {
  /// In how many lanes at most it is said what goes on, those that matter most: a log may have
  /// thousands of registrations, all of which are there all the time.
  private static let mostAlive = 32

  private let diagram: LogDiagram
  private let rows: [DiagramRow]
  private let excerpt: Set<Int>
  private let concerned: [DiagramColumn]
  private let columns: [DiagramColumn]
  /// The lanes by their columns.
  private let lanes: [DiagramColumn: Int]
  /// The columns of which it is said whether something goes on there.
  private let followed: Set<DiagramColumn>

  /// A painter.
  ///
  /// - Parameters:
  ///   - diagram: The diagram.
  ///   - rows: The rows that are painted.
  ///   - excerpt: The numbers of the entries that a reader needs.
  ///   - concerned: The columns that matter most.
  init(
    _ diagram: LogDiagram, _ rows: [DiagramRow], excerpt: Set<Int>, concerned: [DiagramColumn]
  ) {
    self.diagram = diagram
    self.rows = rows
    self.excerpt = excerpt
    self.concerned = concerned
    let ofExcerpt = rows.filter { row in excerpt.contains(row.first) }
    let focus = min(diagram.blamed ?? .max, diagram.entries.count - 1)
    followed =
      PicturePainter.first(concerned, rows, around: focus)
      .union(PicturePainter.first(concerned, ofExcerpt, around: focus))
    let acting = Set(rows.flatMap { row in row.cells.map(\.column) })
    columns =
      acting.union(followed).subtracting([.backend]).sorted(by: PicturePainter.precedes)
      + [.backend]
    lanes = Dictionary(
      uniqueKeysWithValues: columns.enumerated().map { index, column in (column, index) })
  }

  /// Those that matter most, and then those nearest to the entry in question; of each sort so many.
  private static func first(
    _ concerned: [DiagramColumn], _ rows: [DiagramRow], around focus: Int
  ) -> Set<DiagramColumn> {
    let nearest = rows.sorted { left, right in
      abs(left.first - focus) < abs(right.first - focus)
    }
    let present = Set(rows.lazy.flatMap { row in row.cells.map(\.column) + row.alive })
    var found: Set<DiagramColumn> = []
    var counts = (consumers: 0, registrations: 0)
    func add(_ column: DiagramColumn) {
      guard column != .backend, !found.contains(column) else { return }
      if column.isRegistration {
        guard counts.registrations < mostAlive else { return }
        counts.registrations += 1
      } else {
        guard counts.consumers < mostAlive else { return }
        counts.consumers += 1
      }
      found.insert(column)
    }
    for column in concerned where present.contains(column) { add(column) }
    for row in nearest {
      for cell in row.cells { add(cell.column) }
      for column in row.alive { add(column) }
      if counts == (mostAlive, mostAlive) { break }
    }
    return found
  }

  /// Consumers stand left of registrations, each by number.
  private static func precedes(_ left: DiagramColumn, _ right: DiagramColumn) -> Bool {
    switch (left, right) {
    case (.consumer(let left), .consumer(let right)): left < right
    case (.registration(let left), .registration(let right)): left < right
    case (.consumer, .registration): true
    default: false
    }
  }

  /// The picture.
  ///
  /// - Parameter blamed: The number of the entry to blame, if there is one.
  /// - Returns: The picture.
  func picture(blamed: Int?) -> LogPicture {
    let heads = zip(columns, diagram.headers(columns)).map { column, head in
      let name = diagram.name(column)
      return LogPicture.Lane(kind: kind(column), name: head, short: name == head ? nil : name)
    }
    let marks = diagram.marks.map { mark in (mark.entry, mark.line) }
    let lines = Dictionary(marks) { _, last in last }
    // What is left out has the last line that ran in it.
    let entriesWithLine = lines.keys.sorted()
    var passed = 0
    return LogPicture(
      lanes: heads,
      rows: rows.map { row in
        var line: Int?
        while passed < entriesWithLine.count, entriesWithLine[passed] < row.first + row.count {
          line = lines[entriesWithLine[passed]]
          passed += 1
        }
        return self.row(row, line: line, among: heads)
      },
      blamed: rows.firstIndex { row in !row.cells.isEmpty && row.first == blamed },
      concerned: concerned.compactMap { column in lanes[column] })
  }

  private func row(
    _ row: DiagramRow, line: Int?, among heads: [LogPicture.Lane]
  ) -> LogPicture.Row {
    let entry = diagram.entries[row.first]
    let time = Value.readable(nanoseconds: entry.instant.nanoseconds)
    var painted = LogPicture.Row(time: time, step: entry.step, line: line)
    painted.cells = row.cells.compactMap(cell)
    painted.alive = row.alive.filter(followed.contains).compactMap { column in lanes[column] }
    painted.arrow = LogPicture.arrow(painted.cells, among: heads)
    painted.entries = row.count
    painted.isExcerpt = !row.cells.isEmpty && excerpt.contains(row.first)
    return painted
  }

  private func cell(_ cell: DiagramCell) -> LogPicture.Cell? {
    lanes[cell.column].map { lane in
      LogPicture.Cell(
        lane: lane, text: cell.text, call: cell.opens ? .begins : cell.closes ? .ends : nil,
        depth: cell.depth > 0 ? cell.depth : nil)
    }
  }

  private func kind(_ column: DiagramColumn) -> LogPicture.Lane.Kind {
    switch column {
    case .consumer: .consumer
    case .registration: .registration
    case .backend: .backend
    }
  }
}
