extension [LogPicture.Row] {
  /// The number of the first entry in each row.
  package var firstEntries: [Int] {
    var next = 0
    return map { row in
      defer { next += row.entries }
      return next
    }
  }
}

extension LogPicture {
  /// The picture with several entries of one step in one row where that reads better.
  ///
  /// - Parameters:
  ///   - isWhole: Whether all rows stay; else rows outside the excerpt are only counted.
  ///   - mergedWidth: The greatest width of a text that is put together from several entries.
  /// - Returns: The picture, in which the entry to blame has a row of its own.
  func condensed(isWhole: Bool, mergedWidth: Int) -> LogPicture {
    var picture = self
    (picture.rows, picture.blamed) = ([], nil)
    for (index, row) in rows.enumerated() {
      let isAlone = index == blamed || picture.blamed == picture.rows.count - 1
      if !isWhole, !row.isExcerpt {
        picture.leaveOut(row)
      } else if isAlone || !picture.merge(row, mergedWidth: mergedWidth) {
        picture.rows.append(row)
      }
      if index == blamed { picture.blamed = picture.rows.count - 1 }
    }
    return picture
  }

  /// Counts a row that is not drawn.
  private mutating func leaveOut(_ row: Row) {
    if let last = rows.last, last.cells.isEmpty, !last.isExcerpt {
      rows[rows.count - 1].entries += row.entries
      if let line = row.line { rows[rows.count - 1].line = line }
      return
    }
    var left = row
    // What went on there makes no lane matter more.
    (left.cells, left.alive, left.arrow) = ([], [], nil)
    rows.append(left)
  }

  /// Takes in a row as a part of the last one where that reads better; false where it does not.
  private mutating func merge(_ row: Row, mergedWidth: Int) -> Bool {
    guard let last = rows.last, !last.cells.isEmpty, !row.cells.isEmpty,
      // A line of the scenario begins a row.
      row.line == nil, last.step == row.step, last.time == row.time,
      let cells = callWithoutInside(last, row) ?? sameActor(last, row, mergedWidth: mergedWidth)
    else { return false }
    var merged = last
    merged.cells = cells
    merged.entries += row.entries
    merged.alive = row.alive
    merged.isExcerpt = last.isExcerpt || row.isExcerpt
    merged.arrow = LogPicture.arrow(cells, among: lanes)
    rows[rows.count - 1] = merged
    return true
  }

  /// A call in which nothing happened, as `add {}`.
  private func callWithoutInside(_ last: Row, _ row: Row) -> [Cell]? {
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
  private func sameActor(_ last: Row, _ row: Row, mergedWidth: Int) -> [Cell]? {
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

  /// The lanes that the rows need but the backend's: those that matter most first, then those
  /// nearest to the entry that most is to be seen of, the one to blame or the last.
  var ranked: [Int] {
    let firsts = rows.firstEntries
    let focus =
      blamed.map { index in firsts[index] }
      ?? max(0, rows.reduce(-1) { count, row in count + row.entries })
    let nearest = zip(rows, firsts).sorted { left, right in
      abs(left.1 - focus) < abs(right.1 - focus)
    }
    let present = nearest.flatMap { row, _ in row.cells.map(\.lane) + row.alive }
    let isPresent = Set(present)
    var known = Set(lanes.indices.filter { lane in lanes[lane].kind == .backend })
    return ((concerned ?? []).filter(isPresent.contains) + present).filter { lane in
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
    let merged = condensed(isWhole: true, mergedWidth: 22)
    let kept = Set(merged.ranked.prefix(Self.mostLanes))
    let ownLanes = lanes.indices.filter { lane in
      kept.contains(lane) || lanes[lane].kind == .backend
    }
    let isOwn = Set(ownLanes)
    let isFolded = merged.rows.contains { row in
      row.cells.contains { cell in !isOwn.contains(cell.lane) }
    }
    var shown = ownLanes.map { lane in lanes[lane] }
    // The backend stands last.
    let others = ownLanes.filter { lane in lanes[lane].kind != .backend }.count
    if isFolded { shown.insert(Lane(kind: .others, name: "others"), at: others) }
    var places: [Int: Int] = [:]
    for (index, lane) in ownLanes.enumerated() {
      places[lane] = isFolded && index >= others ? index + 1 : index
    }
    let folded = merged.rows.map { each in
      var row = each
      row.cells = each.cells.map { cell in
        guard let place = places[cell.lane] else {
          let name = lanes[cell.lane].shortName
          return Cell(lane: others, text: "\(name): \(cell.drawn)")
        }
        return Cell(lane: place, text: cell.text, call: cell.call)
      }
      row.alive = each.alive.compactMap { lane in places[lane] }.sorted()
      row.arrow = each.arrow.flatMap { arrow in
        let ends = arrow.compactMap { lane in places[lane] }
        let isWhole = each.cells.allSatisfy { cell in places[cell.lane] != nil }
        return ends.count == 2 && isWhole ? ends : nil
      }
      return row
    }
    let blamed = merged.blamed.flatMap { index in folded[index].cells.isEmpty ? nil : index }
    return LogPicture(lanes: shown, rows: folded, blamed: blamed)
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
