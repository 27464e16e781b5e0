package import SluiceSimulation
package import SluiceSpies

/// Where in a log an expectation failed, and whom it is about.
package struct FailedPlace: Sendable, Hashable {
  /// Whom it is about; nil for a look at the backend, or at the test's own state.
  package var consumer: ConsumerID?
  /// How many entries the log had when the expectation was given up.
  package var entries: Int
  /// The virtual time then.
  package var instant: Instant
  /// How many events the simulation had run by then.
  package var step: Int
  /// The entry that is not as expected; nil where what was expected did not happen.
  package var answer: Int?

  /// A place in a log.
  ///
  /// - Parameters:
  ///   - consumer: Whom the expectation is about, if it is a consumer.
  ///   - entries: How many entries the log had when it was given up.
  ///   - instant: The virtual time then.
  ///   - step: How many events the simulation had run by then.
  ///   - answer: The entry that is not as expected, if there is one.
  package init(
    of consumer: ConsumerID?, entries: Int, instant: Instant, step: Int, answer: Int? = nil
  ) {
    self.consumer = consumer
    self.entries = entries
    self.instant = instant
    self.step = step
    self.answer = answer
  }
}

/// The part of a log that a reader needs around one entry, as a diagram in lines of text.
///
/// Time, step and the line of the scenario stand on the left; then each consumer and each
/// registration has a column, and the backend the last. What acts and what is acted on stand in one
/// row. `{` begins a call and `}` ends it; `:` runs down while a consumer waits in `next()`, and
/// `|` while a registration is there. The entry to blame is marked with `>`. An expectation of what
/// did not happen has no entry: it is given a row, where the run was when it was given up.
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

  private(set) var entries: [LogEntry]
  private(set) var blamed: Int?
  private let names: [String]
  private let backend: String
  private(set) var marks: [Mark]
  private(set) var cells: DiagramCells

  /// A diagram of a log.
  ///
  /// - Parameters:
  ///   - entries: The log.
  ///   - blamed: The number of the entry to blame; nil shows the last entries.
  ///   - failed: Where an expectation failed, with its line: that is to blame then.
  ///   - names: The consumers' names in the order of their numbers.
  ///   - backend: The name of the backend.
  ///   - marks: The lines of the scenario, in the order in which they ran.
  package init(
    _ entries: [LogEntry], blamed: Int?, failed: (place: FailedPlace, line: Int)? = nil,
    names: [String], backend: String, marks: [Mark]
  ) {
    self.entries = entries
    self.blamed = failed?.place.answer ?? blamed
    self.names = names
    self.backend = backend
    self.marks = marks
    cells = DiagramCells(entries)
    if let failed, failed.place.answer == nil { insert(failed.place, line: failed.line) }
  }

  /// Gives an expectation that was not met a row, which is to blame.
  private mutating func insert(_ place: FailedPlace, line: Int) {
    let number = min(place.entries, entries.count)
    cells.insert(place, at: number, in: entries)
    // What stands there is said by the cells: the event is none that anything follows from.
    entries.insert(
      LogEntry(instant: place.instant, step: place.step, event: .quiescent), at: number)
    marks = marks.map { mark in
      mark.entry > number ? Mark(entry: mark.entry + 1, line: mark.line) : mark
    }
    marks.append(Mark(entry: number, line: line))
    blamed = number
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
  func ranked(_ rows: [DiagramRow], around focus: Int) -> [DiagramColumn] {
    let nearest = rows.sorted { left, right in
      abs(left.first - focus) < abs(right.first - focus)
    }
    let present = nearest.flatMap { row in row.cells.map(\.column) + row.lifelines.map(\.column) }
    let isPresent = Set(present)
    let concerned = DiagramWindow.columns(concerning: focus, in: entries, cells)
      .filter(isPresent.contains)
    var known: Set<DiagramColumn> = [.backend]
    return (concerned + present).filter { column in known.insert(column).inserted }
  }

  func name(_ column: DiagramColumn) -> String {
    switch column {
    case .consumer(let number): names.indices.contains(number - 1) ? names[number - 1] : "\(number)"
    case .registration(let number): "#\(number)"
    case .others: "others"
    case .backend: backend
    }
  }

  /// What stands at the head of a column: a registration with who added it, where that may be
  /// anybody.
  func header(_ column: DiagramColumn) -> String {
    let name = DisplayWidth.fitted(name(column), to: 16)
    guard case .registration(let number) = column, names.count > 1 else { return name }
    for case .addCalled(RegistrationID(number), let caller, _) in entries.lazy.map(\.event) {
      guard let consumer = cells.consumer(of: caller) else { break }
      return DisplayWidth.fitted("\(name) (\(self.name(.consumer(consumer))))", to: 14)
    }
    return name
  }
}

/// Which entries of a log a diagram shows: those around one of them, and from before that whatever
/// began or ended a registration, or cancelled a consumer, that it is about.
struct DiagramWindow {
  /// How many entries are shown before and after the one in question.
  static let reach = (before: 16, after: 6)
  /// How many earlier entries are shown besides, the latest ones.
  private static let longestHistory = 8

  /// The numbers of the entries, in order.
  let numbers: [Int]

  /// The entries around one.
  ///
  /// - Parameters:
  ///   - focus: The number of the entry in question.
  ///   - entries: The log, which is not empty.
  ///   - cells: What the entries are in the diagram.
  init(around focus: Int, of entries: [LogEntry], as cells: DiagramCells) {
    let first = max(0, focus - DiagramWindow.reach.before)
    let last = min(entries.count - 1, focus + DiagramWindow.reach.after)
    let columns = Set(DiagramWindow.columns(concerning: focus, in: entries, cells))
    let history = (0..<first).filter { number in
      DiagramWindow.isLandmark(entries[number].event)
        && cells.cells(of: entries[number].event).contains { columns.contains($0.column) }
    }
    let shown = Array(history.suffix(DiagramWindow.longestHistory)) + Array(first...last)
    numbers = DiagramWindow.closed(shown, count: entries.count)
  }

  /// Whom an entry is about: the consumers and registrations in it, and what those consumers added.
  static func columns(
    concerning number: Int, in entries: [LogEntry], _ cells: DiagramCells
  ) -> [DiagramColumn] {
    var columns = cells.columns(concerning: number, in: entries)
    var known = Set(columns)
    for entry in entries {
      guard case .addCalled(let registration, let caller, _) = entry.event,
        let consumer = cells.consumer(of: caller)
      else { continue }
      let owner = DiagramColumn.consumer(consumer)
      let column = DiagramColumn.registration(registration.number)
      if known.contains(owner), known.insert(column).inserted { columns.append(column) }
      if known.contains(column), known.insert(owner).inserted { columns.append(owner) }
    }
    return columns
  }

  /// With every gap filled that would take as many rows as what is missing.
  private static func closed(_ numbers: [Int], count: Int) -> [Int] {
    var closed: [Int] = []
    for number in numbers {
      if number - (closed.last ?? -1) == 2 { closed.append(number - 1) }
      closed.append(number)
    }
    if closed.last == count - 2 { closed.append(count - 1) }
    return closed
  }

  private static func isLandmark(_ event: Event) -> Bool {
    switch event {
    case .addCalled, .addReturned, .addThrew, .removeCalled, .removeReturned, .handleDied,
      .cancelCalled, .cancelReturned, .loopEnded:
      true
    default: false
    }
  }
}

/// What stands left of a diagram's rows: the mark, the virtual time, the step and the line of the
/// scenario, each where it differs from the row above.
struct DiagramGutter {
  private let entries: [LogEntry]
  private let marks: [LogDiagram.Mark]
  private let timeWidth: Int
  private let stepWidth: Int
  private let lineWidth: Int

  init(_ rows: [DiagramRow], _ entries: [LogEntry], _ marks: [LogDiagram.Mark]) {
    self.entries = entries
    self.marks = marks
    let shown = rows.filter { row in !row.cells.isEmpty }.map { row in entries[row.first] }
    timeWidth = shown.map { entry in DiagramGutter.time(entry).utf8.count }.max() ?? 0
    stepWidth = shown.map { entry in "\(entry.step)".utf8.count }.max() ?? 0
    lineWidth = marks.map { mark in "\(mark.line)".utf8.count }.max() ?? 0
  }

  /// The width of it, with the blanks behind.
  var width: Int { header.utf8.count }

  /// The head of it.
  var header: String {
    "log " + text("time", "step", "line").dropFirst(2) + "  "
  }

  /// The text beside a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - previous: The row above; nil if that is no row of the log.
  ///   - isBlamed: Whether it is the entry to blame.
  /// - Returns: The text, as wide as every other.
  func text(_ row: DiagramRow, after previous: DiagramRow?, isBlamed: Bool) -> String {
    let entry = entries[row.first]
    let above = previous.map { row in entries[row.first] }
    let isNewTime = isBlamed || entry.instant != above?.instant
    let isNewStep = isBlamed || entry.step != above?.step
    let line = previous == nil ? latestLine(at: row) : ownLine(of: row)
    let text = text(
      isNewTime ? DiagramGutter.time(entry) : "", isNewStep ? "\(entry.step)" : "",
      line.map { number in "\(number)" } ?? "")
    return (isBlamed ? ">" : " ") + text.dropFirst() + "  "
  }

  private func text(_ time: String, _ step: String, _ line: String) -> String {
    "  " + DisplayWidth.aligned(time, to: max(6, timeWidth)) + " "
      + DisplayWidth.aligned(step, to: max(4, stepWidth)) + " "
      + DisplayWidth.aligned(line, to: max(4, lineWidth))
  }

  /// The line that ran directly before a row.
  private func ownLine(of row: DiagramRow) -> Int? {
    marks.last { mark in mark.entry == row.first }?.line
  }

  private func latestLine(at row: DiagramRow) -> Int? {
    marks.last { mark in mark.entry <= row.first }?.line
  }

  private static func time(_ entry: LogEntry) -> String {
    "\(Value.duration(entry.instant.nanoseconds))"
  }
}
