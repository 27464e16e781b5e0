/// A row of a picture with the number of its first entry.
struct NumberedRow {
  var first: Int
  var row: LogPicture.Row

  /// The number of the entry behind the last in it.
  var end: Int { first + row.entries }
}

/// The rows of a picture as they are drawn: several entries of one step stand in one row where that
/// reads better.
struct PictureRows {
  private let lanes: [LogPicture.Lane]
  /// The entry to blame, which has a row of its own.
  let blamed: Int?
  /// The entry that most is to be seen of: the one to blame, or the last.
  private let focus: Int
  private let concerned: [Int]
  /// The greatest width of a text that is put together from several entries.
  private let mergedWidth: Int
  private(set) var rows: [NumberedRow] = []

  /// The rows of a picture.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - isWhole: Whether all rows are drawn; else what is not of the excerpt is counted.
  ///   - mergedWidth: The greatest width of a text that is put together from several entries.
  init(of picture: LogPicture, isWhole: Bool, mergedWidth: Int) {
    lanes = picture.lanes
    concerned = picture.concerned ?? []
    self.mergedWidth = mergedWidth
    var numbered: [NumberedRow] = []
    var next = 0
    for row in picture.rows {
      numbered.append(NumberedRow(first: next, row: row))
      next += row.entries
    }
    blamed = picture.blamed.map { index in numbered[index].first }
    focus = blamed ?? max(0, next - 1)
    for each in numbered {
      if isWhole || each.row.isExcerpt { append(each) } else { leaveOut(each) }
    }
  }

  /// Counts a row that is not drawn.
  private mutating func leaveOut(_ each: NumberedRow) {
    if let last = rows.last, last.row.cells.isEmpty, !last.row.isExcerpt {
      rows[rows.count - 1].row.entries += each.row.entries
      if let line = each.row.line { rows[rows.count - 1].row.line = line }
      return
    }
    var left = each
    // What went on there makes no lane matter more.
    (left.row.cells, left.row.alive, left.row.arrow) = ([], [], nil)
    rows.append(left)
  }

  /// Takes in a row, as a part of the one before where that reads better.
  private mutating func append(_ each: NumberedRow) {
    guard let last = rows.last, let merged = merge(last, each) else { return rows.append(each) }
    rows[rows.count - 1] = merged
  }

  private func merge(_ last: NumberedRow, _ each: NumberedRow) -> NumberedRow? {
    guard !last.row.cells.isEmpty, !each.row.cells.isEmpty, last.end == each.first,
      // A line of the scenario begins a row.
      each.row.line == nil, last.first != blamed, each.first != blamed,
      last.row.step == each.row.step, last.row.time == each.row.time,
      let cells = callWithoutInside(last.row, each.row) ?? sameActor(last.row, each.row)
    else { return nil }
    var merged = last
    merged.row.cells = cells
    merged.row.entries += each.row.entries
    merged.row.alive = each.row.alive
    merged.row.isExcerpt = last.row.isExcerpt || each.row.isExcerpt
    merged.row.arrow = LogPicture.arrow(cells, among: lanes)
    return merged
  }

  /// A call in which nothing happened, as `add {}`.
  private func callWithoutInside(
    _ last: LogPicture.Row, _ row: LogPicture.Row
  ) -> [LogPicture.Cell]? {
    guard row.cells.count == 1, row.cells[0].call == .ends,
      let index = last.cells.firstIndex(where: { cell in
        cell.call == .begins && cell.lane == row.cells[0].lane
      })
    else { return nil }
    var cells = last.cells
    cells[index].call = .whole
    return cells
  }

  /// What one actor does at once, as `-> 1, next()`.
  private func sameActor(_ last: LogPicture.Row, _ row: LogPicture.Row) -> [LogPicture.Cell]? {
    guard last.cells.count == 1, let first = last.cells.first,
      lanes[first.lane].kind != .backend, first.call != .begins, first.call != .ends,
      let index = row.cells.firstIndex(where: { cell in cell.lane == first.lane }),
      row.cells[index].call == nil
    else { return nil }
    let text = "\(first.drawn), \(row.cells[index].drawn)"
    guard DisplayWidth.of(text) <= mergedWidth else { return nil }
    var cells = row.cells
    cells[index].text = text
    return cells
  }

  /// The lanes that the rows need but the backend's, the ones that the focus is about first, then
  /// the nearest.
  var ranked: [Int] {
    let nearest = rows.sorted { left, right in
      abs(left.first - focus) < abs(right.first - focus)
    }
    let present = nearest.flatMap { each in each.row.cells.map(\.lane) + each.row.alive }
    let isPresent = Set(present)
    var known = Set(lanes.indices.filter { lane in lanes[lane].kind == .backend })
    return (concerned.filter(isPresent.contains) + present).filter { lane in
      known.insert(lane).inserted
    }
  }
}

extension LogPicture {
  /// How many consumers and registrations a page has lanes for.
  static let mostLanes = 8

  /// The picture as a page draws it: entries that read better together in one row, and those for
  /// whom there is no lane under their names in one for others.
  package var folded: LogPicture {
    let merged = PictureRows(of: self, isWhole: true, mergedWidth: 22)
    let rows = merged.rows
    let kept = Set(merged.ranked.prefix(Self.mostLanes))
    let ownLanes = lanes.indices.filter { lane in
      kept.contains(lane) || lanes[lane].kind == .backend
    }
    let isOwn = Set(ownLanes)
    let isFolded = rows.contains { each in
      each.row.cells.contains { cell in !isOwn.contains(cell.lane) }
    }
    var shown = ownLanes.map { lane in lanes[lane] }
    // The backend stands last.
    let others = ownLanes.filter { lane in lanes[lane].kind != .backend }.count
    if isFolded { shown.insert(Lane(kind: .others, name: "others"), at: others) }
    var places: [Int: Int] = [:]
    for (index, lane) in ownLanes.enumerated() {
      places[lane] = isFolded && index >= others ? index + 1 : index
    }
    let folded = rows.map { each in
      var row = each.row
      row.cells = each.row.cells.map { cell in
        guard let place = places[cell.lane] else {
          let name = lanes[cell.lane].shortName
          return Cell(lane: others, text: "\(name): \(cell.drawn)")
        }
        return Cell(lane: place, text: cell.text, call: cell.call)
      }
      row.alive = each.row.alive.compactMap { lane in places[lane] }.sorted()
      row.arrow = each.row.arrow.flatMap { arrow in
        let ends = arrow.compactMap { lane in places[lane] }
        let isWhole = each.row.cells.allSatisfy { cell in places[cell.lane] != nil }
        return ends.count == 2 && isWhole ? ends : nil
      }
      return row
    }
    return LogPicture(
      lanes: shown, rows: folded,
      blamed: rows.firstIndex { each in !each.row.cells.isEmpty && each.first == merged.blamed })
  }

  /// Who acts on whom in some cells, as two lanes: a consumer on a registration or on the backend,
  /// and the backend on a registration.
  package static func arrow(_ cells: [Cell], among lanes: [Lane]) -> [Int]? {
    guard cells.count > 1 else { return nil }
    func first(_ kind: Lane.Kind) -> Cell? {
      cells.first { cell in lanes[cell.lane].kind == kind }
    }
    let (registration, backend) = (first(.registration), first(.backend))
    if let actor = first(.consumer) {
      return (registration ?? backend).map { target in [actor.lane, target.lane] }
    }
    guard let registration, let backend, !registration.text.hasPrefix("add") else { return nil }
    return [backend.lane, registration.lane]
  }
}
