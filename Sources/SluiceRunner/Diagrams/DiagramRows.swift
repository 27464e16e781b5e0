import SluiceSpies

/// The rows of a diagram: a log's entries in short words, with what goes on meanwhile.
struct DiagramRows {
  let entries: [LogEntry]
  /// The entry to blame, which has a row of its own.
  let blamed: Int?
  /// The entries before which a line of the scenario ran: they begin a row.
  let begins: Set<Int>
  /// The greatest width of a text that is put together from several entries.
  let mergedWidth: Int
  private(set) var rows: [DiagramRow] = []

  private var isWaiting: [Int] = []
  private var isRegistered: [Int] = []
  private var openCalls: [DiagramColumn: Int] = [:]

  /// The rows of some entries; where others lie between, a row without cells counts them.
  init(
    _ numbers: [Int], of entries: [LogEntry], as cells: DiagramCells, blamed: Int?,
    begins: Set<Int>, mergedWidth: Int
  ) {
    self.entries = entries
    self.blamed = blamed
    self.begins = begins
    self.mergedWidth = mergedWidth
    let shown = Set(numbers)
    var next = 0
    for number in entries.indices.prefix((numbers.last ?? -1) + 1) {
      var row = DiagramRow(first: number, cells: cells.cells(of: entries[number].event))
      follow(entries[number].event, &row)
      guard shown.contains(number) else { continue }
      if number > next { rows.append(DiagramRow(first: next, count: number - next, cells: [])) }
      next = number + 1
      row.lifelines = lifelines
      append(row)
    }
    if next < entries.count {
      rows.append(DiagramRow(first: next, count: entries.count - next, cells: []))
    }
  }

  /// Notes what an event begins and ends, and how deep in calls it happens.
  private mutating func follow(_ event: Event, _ row: inout DiagramRow) {
    for index in row.cells.indices {
      let column = row.cells[index].column
      if row.cells[index].closes { openCalls[column] = max(0, openCalls[column, default: 0] - 1) }
      row.cells[index].depth = openCalls[column, default: 0]
      if row.cells[index].opens { openCalls[column, default: 0] += 1 }
    }
    switch event {
    case .nextCalled(let consumer): isWaiting.append(consumer.number)
    case .nextReturned(let consumer, _): isWaiting.removeAll { $0 == consumer.number }
    case .addCalled(let registration, _, _): isRegistered.append(registration.number)
    case .removeReturned(let registration), .addThrew(let registration, _):
      isRegistered.removeAll { $0 == registration.number }
    default: break
    }
  }

  /// What goes on beside an entry.
  private var lifelines: [(column: DiagramColumn, mark: String)] {
    isWaiting.map { number in (.consumer(number), ":") }
      + isRegistered.map { number in (.registration(number), "|") }
  }

  /// Takes in a row, as a part of the one before where that reads better.
  private mutating func append(_ row: DiagramRow) {
    guard let last = rows.last, let merged = merge(last, row) else { return rows.append(row) }
    rows[rows.count - 1] = merged
  }

  private func merge(_ last: DiagramRow, _ row: DiagramRow) -> DiagramRow? {
    guard !last.cells.isEmpty, last.end == row.first, !begins.contains(row.first),
      last.first != blamed, row.first != blamed,
      entries[last.first].step == entries[row.first].step,
      entries[last.first].instant == entries[row.first].instant
    else { return nil }
    var merged = callWithoutInside(last, row) ?? sameActor(last, row)
    merged?.first = last.first
    merged?.count = last.count + 1
    merged?.lifelines = row.lifelines
    return merged
  }

  /// A call in which nothing happened, as `add {}`.
  private func callWithoutInside(_ last: DiagramRow, _ row: DiagramRow) -> DiagramRow? {
    guard row.cells.count == 1, row.cells[0].closes,
      let index = last.cells.firstIndex(where: { cell in
        cell.opens && cell.column == row.cells[0].column
      })
    else { return nil }
    var merged = last
    merged.cells[index].opens = false
    merged.cells[index].text += "}"
    return merged
  }

  /// What one actor does at once, as `-> 1, next()`.
  private func sameActor(_ last: DiagramRow, _ row: DiagramRow) -> DiagramRow? {
    guard last.cells.count == 1, last.cells[0].column != .backend,
      !last.cells[0].opens, !last.cells[0].closes,
      let index = row.cells.firstIndex(where: { cell in cell.column == last.cells[0].column }),
      !row.cells[index].opens, !row.cells[index].closes
    else { return nil }
    let text = "\(last.cells[0].text), \(row.cells[index].text)"
    guard DisplayWidth.of(text) <= mergedWidth else { return nil }
    var merged = row
    merged.cells[index].text = text
    return merged
  }
}
