package import SluiceSimulation
package import SluiceSpies
package import SluiceText

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

/// A log around one entry, as it is drawn: each consumer, each registration and the backend has a
/// column, and what acts and what is acted on stand in one row.
///
/// An expectation of what did not happen has no entry: it is given a row, where the run was when it
/// was given up.
package struct LogDiagram {
  /// A line of the scenario, and how long the log was when it ran.
  package struct Mark {
    /// The number of the entry.
    let entry: Int
    /// The line, from 1.
    let line: Int

    /// A line that ran before an entry.
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

  /// The lines of the diagram, as reports have it.
  package var lines: [String] {
    picture(reach: .excerpt)?.lines() ?? ["the log is empty"]
  }

  /// How much of a log is drawn.
  package enum Reach: Sendable {
    /// The part that a reader needs.
    case excerpt
    /// All that is near, which of a log without end is as much as anybody looks at.
    case near
    /// Every entry that is kept of a failure.
    case whole

    /// How many entries before and after the one in question.
    fileprivate var entries: (before: Int, after: Int) {
      switch self {
      case .excerpt: (0, 0)
      case .near: (1_200, 400)
      case .whole: (CaseFailure.mostEvents, CaseFailure.mostEvents)
      }
    }
  }

  /// The log as it can be drawn; nil for one without entries.
  ///
  /// - Parameter reach: How much of it has rows; the rest is counted.
  /// - Returns: The picture, in which the part that a reader needs is marked as the excerpt.
  package func picture(reach: Reach = .near) -> LogPicture? {
    guard !entries.isEmpty else { return nil }
    let focus = min(blamed ?? entries.count - 1, entries.count - 1)
    let excerpt = Set(DiagramWindow(around: focus, of: entries, as: cells).numbers)
    let (before, after) = reach.entries
    let near = max(0, focus - before)...min(entries.count - 1, focus + after)
    let rows = DiagramRows(excerpt.union(near).sorted(), of: entries, as: cells).rows
    let painter = PicturePainter(
      self, rows, excerpt: excerpt,
      concerned: DiagramWindow.columns(concerning: focus, in: entries, cells))
    return painter.picture(blamed: blamed)
  }

  func name(_ column: DiagramColumn) -> String {
    switch column {
    case .consumer(let number): names.indices.contains(number - 1) ? names[number - 1] : "\(number)"
    case .registration(let number): "#\(number)"
    case .backend: backend
    }
  }

  /// What stands at the heads of columns: registrations with who added them, where that may be
  /// anybody.
  func headers(_ columns: [DiagramColumn]) -> [String] {
    var owners: [Int: Int] = [:]
    if names.count > 1 {
      for case .addCalled(let registration, let caller, _) in entries.lazy.map(\.event)
      where owners[registration.number] == nil {
        owners[registration.number] = cells.consumer(of: caller)
      }
    }
    return columns.map { column in
      let name = DisplayWidth.fitted(name(column), to: 16)
      guard case .registration(let number) = column, let owner = owners[number] else { return name }
      return DisplayWidth.fitted("\(name) (\(self.name(.consumer(owner))))", to: 14)
    }
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
