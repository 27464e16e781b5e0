import SluiceSpies

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
    let columns = Set(
      DiagramWindow.columns(concerning: entries[focus].event, in: entries, cells))
    let history = (0..<first).filter { number in
      DiagramWindow.isLandmark(entries[number].event)
        && cells.cells(of: entries[number].event).contains { columns.contains($0.column) }
    }
    let shown = Array(history.suffix(DiagramWindow.longestHistory)) + Array(first...last)
    numbers = DiagramWindow.closed(shown, count: entries.count)
  }

  /// Whom an entry is about: the consumers and registrations in it, and what those consumers added.
  static func columns(
    concerning event: Event, in entries: [LogEntry], _ cells: DiagramCells
  ) -> [DiagramColumn] {
    var columns = cells.cells(of: event).map(\.column).filter { column in column != .backend }
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
