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

  private var entries: [LogEntry]
  private var blamed: Int?
  private let registrations: Set<RegistrationID>
  private let names: [String]
  private let backend: String
  private var marks: [Mark]
  private var cells: DiagramCells

  /// A diagram of a log.
  ///
  /// - Parameters:
  ///   - entries: The log.
  ///   - blamed: The number of the entry to blame; nil shows the last entries.
  ///   - registrations: The registrations that the failure is about: what became of them is shown
  ///     from their adds on.
  ///   - failed: Where an expectation failed, with its line: that is to blame then.
  ///   - names: The consumers' names in the order of their numbers.
  ///   - backend: The name of the backend.
  ///   - marks: The lines of the scenario, in the order in which they ran.
  package init(
    _ entries: [LogEntry], blamed: Int?, about registrations: Set<RegistrationID> = [],
    failed: (place: FailedPlace, line: Int)? = nil,
    names: [String], backend: String, marks: [Mark]
  ) {
    self.entries = entries
    self.blamed = failed?.place.answer ?? blamed
    self.registrations = registrations
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
    let excerpt = Set(
      DiagramWindow(around: focus, of: entries, as: cells, about: registrations).numbers)
    let (before, after) = reach.entries
    let near = max(0, focus - before)...min(entries.count - 1, focus + after)
    var rows = DiagramRows(
      excerpt.union(near).sorted(), excerpt: excerpt, of: entries, as: cells,
      lines: Dictionary(marks.map { mark in (mark.entry, mark.line) }) { _, last in last }
    ).rows
    let named = registrations.sorted().map { id in DiagramLane.registration(id.number) }
    let lanesAtFocus = DiagramWindow.lanes(concerning: focus, in: entries, cells)
    let concerned = lanesAtFocus + named.filter { lane in !lanesAtFocus.contains(lane) }
    let followed =
      Self.followed(concerned, rows, around: focus)
      .union(Self.followed(concerned, rows, around: focus, inExcerpt: true))
    let acting = rows.flatMap { row in row.cells.map(\.lane) }
    let lanes =
      followed.union(acting).subtracting([DiagramLane.backend]).sorted()
      + [DiagramLane.backend]
    let heads = heads(of: lanes)
    // From here on a lane is the place of its head.
    let places = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1, $0) })
    for index in rows.indices {
      rows[index].cells = rows[index].cells.compactMap { cell in
        places[cell.lane].map { place in
          LogPicture.Cell(lane: place, text: cell.text, call: cell.call, depth: cell.depth)
        }
      }
      rows[index].alive = rows[index].alive.filter(followed.contains)
        .compactMap { lane in places[lane] }
      rows[index].arrow = LogPicture.arrow(rows[index].cells, among: heads)
    }
    let firsts = rows.firstEntries
    let blamed = rows.indices.first { index in
      !rows[index].cells.isEmpty && firsts[index] == self.blamed
    }
    return LogPicture(
      lanes: heads, rows: rows, blamed: blamed,
      concerned: concerned.compactMap { lane in places[lane] })
  }

  /// In how many lanes of each sort it is said what goes on: a log may have thousands of
  /// registrations, all of which are there all the time.
  private static let mostFollowed = 32

  /// The lanes in which it is said what goes on: those that matter most, and then those nearest to
  /// the entry in question.
  private static func followed(
    _ concerned: [Int], _ rows: [LogPicture.Row], around focus: Int, inExcerpt: Bool = false
  ) -> Set<Int> {
    let nearest = zip(rows, rows.firstEntries).filter { row, _ in row.isExcerpt || !inExcerpt }
      .sorted { left, right in abs(left.1 - focus) < abs(right.1 - focus) }.map(\.0)
    let present = Set(nearest.lazy.flatMap { row in row.cells.map(\.lane) + row.alive })
    var found: Set<Int> = []
    var counts: [LogPicture.Lane.Kind: Int] = [:]
    func add(_ lane: Int) {
      let kind = DiagramLane.kind(of: lane)
      guard kind != .backend, !found.contains(lane), counts[kind, default: 0] < mostFollowed
      else { return }
      counts[kind, default: 0] += 1
      found.insert(lane)
    }
    for lane in concerned where present.contains(lane) { add(lane) }
    for row in nearest {
      for cell in row.cells { add(cell.lane) }
      for lane in row.alive { add(lane) }
      if counts[.consumer] == mostFollowed, counts[.registration] == mostFollowed { break }
    }
    return found
  }

  private func name(_ lane: Int) -> String {
    let number = DiagramLane.number(of: lane)
    return switch DiagramLane.kind(of: lane) {
    case .registration: "#\(number)"
    case .backend, .others: backend
    case .consumer: names.indices.contains(number - 1) ? names[number - 1] : "\(number)"
    }
  }

  /// The heads of lanes; a registration's has its consumer where there are several.
  private func heads(of lanes: [Int]) -> [LogPicture.Lane] {
    var owners: [Int: Int] = [:]
    if names.count > 1 {
      for case .addCalled(let registration, let caller, _) in entries.lazy.map(\.event) {
        let lane = DiagramLane.registration(registration.number)
        if owners[lane] == nil { owners[lane] = cells.consumer(of: caller) }
      }
    }
    return lanes.map { lane in
      let name = name(lane)
      var head = DisplayWidth.fitted(name, to: 16)
      if let owner = owners[lane] {
        head = DisplayWidth.fitted("\(head) (\(self.name(DiagramLane.consumer(owner))))", to: 14)
      }
      return LogPicture.Lane(
        kind: DiagramLane.kind(of: lane), name: head, short: name == head ? nil : name)
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
  /// How many adds, removes and callbacks of the registrations in question are shown from before.
  private static let longestCourse = 8

  /// The numbers of the entries, in order.
  let numbers: [Int]

  /// The entries around one.
  ///
  /// - Parameters:
  ///   - focus: The number of the entry in question.
  ///   - entries: The log, which is not empty.
  ///   - cells: What the entries are in the diagram.
  ///   - registrations: The registrations in question.
  init(
    around focus: Int, of entries: [LogEntry], as cells: DiagramCells,
    about registrations: Set<RegistrationID>
  ) {
    let first = max(0, focus - DiagramWindow.reach.before)
    let last = min(entries.count - 1, focus + DiagramWindow.reach.after)
    let lanes = Set(DiagramWindow.lanes(concerning: focus, in: entries, cells))
    let history = (0..<first).filter { number in
      DiagramWindow.isLandmark(entries[number].event)
        && cells.cells(of: entries[number].event).contains { lanes.contains($0.lane) }
    }
    let course = DiagramWindow.course(of: registrations, in: entries[..<first])
    let earlier = Set(history.suffix(DiagramWindow.longestHistory)).union(course)
    numbers = DiagramWindow.closed(earlier.sorted() + Array(first...last), count: entries.count)
  }

  /// The course of some registrations in the first entries of a log, and the end of their owner.
  ///
  /// It has their adds, removes and callbacks; of many callbacks it has none.
  private static func course(
    of registrations: Set<RegistrationID>, in entries: ArraySlice<LogEntry>
  ) -> [Int] {
    guard !registrations.isEmpty else { return [] }
    let course = entries.indices.filter { number in
      let event = entries[number].event
      return event == .ownerDropped || event.registration.map(registrations.contains) == true
    }
    let begun = course.count { number in
      switch entries[number].event {
      case .addCalled, .removeCalled, .callbackBegan: true
      default: false
      }
    }
    guard begun > longestCourse else { return course }
    let landmarks = course.filter { number in
      entries[number].event == .ownerDropped || isLandmark(entries[number].event)
    }
    return Array(landmarks.prefix(longestCourse))
  }

  /// Whom an entry is about: the consumers and registrations in it, and what those consumers added.
  static func lanes(
    concerning number: Int, in entries: [LogEntry], _ cells: DiagramCells
  ) -> [Int] {
    var lanes = cells.lanes(concerning: number, in: entries)
    var known = Set(lanes)
    for entry in entries {
      guard case .addCalled(let registration, let caller, _) = entry.event,
        let consumer = cells.consumer(of: caller)
      else { continue }
      let owner = DiagramLane.consumer(consumer)
      let lane = DiagramLane.registration(registration.number)
      if known.contains(owner), known.insert(lane).inserted { lanes.append(lane) }
      if known.contains(lane), known.insert(owner).inserted { lanes.append(owner) }
    }
    return lanes
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
