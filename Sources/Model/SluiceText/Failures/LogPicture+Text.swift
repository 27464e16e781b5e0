extension LogPicture {
  /// The columns that a diagram takes where nobody says how many there are, with the two blanks by
  /// which reports indent it.
  package static let usualWidth = 98
  /// The least columns for which a diagram is drawn.
  package static let leastWidth = 50
  /// How wide texts may be that are put together from several entries, by the columns that the
  /// diagram takes, and where more than three lanes leave no room for long texts.
  private static func mergedWidth(in width: Int, isCrowded: Bool) -> Int {
    switch width {
    case ..<(usualWidth * 4 / 5): 11
    case ..<usualWidth: 14
    case ..<(usualWidth * 3 / 2): isCrowded ? 14 : 22
    default: 22
    }
  }

  /// The diagram as lines of text.
  ///
  /// Time, step and the line of the scenario stand on the left; then each consumer and each
  /// registration has a column, and the backend the last. What acts and what is acted on stand in
  /// one row. `{` begins a call and `}` ends it; `:` runs down while a consumer waits in `next()`,
  /// and `|` while a registration is there. The entry to blame is marked with `>`. Those for whom
  /// there is no room have a column together, each entry under the name of whose it is.
  ///
  /// - Parameters:
  ///   - width: The columns that there are; for fewer than ``leastWidth`` it is drawn as for those.
  ///   - isWhole: Whether every entry is drawn; else those that a reader needs.
  /// - Returns: The lines; what does not fit is cut, and leaves `…` behind.
  package func lines(width: Int = usualWidth, isWhole: Bool = false) -> [String] {
    let width = max(width, Self.leastWidth)
    func condensed(isCrowded: Bool) -> LogPicture {
      let mergedWidth = Self.mergedWidth(in: width, isCrowded: isCrowded)
      return self.condensed(isWhole: isWhole, mergedWidth: mergedWidth)
    }
    var drawn = condensed(isCrowded: false)
    var ranked = drawn.ranked
    if ranked.count > 3 {
      drawn = condensed(isCrowded: true)
      ranked = drawn.ranked
    }
    let gutter = PictureGutter(drawn.rows)
    let layout = PictureLayout(
      drawn.rows, lanes: lanes, ranked: ranked, gutter: gutter.width, width: width)
    return PictureDrawing(layout: layout, gutter: gutter, picture: drawn).lines
  }
}

/// Where the columns of a diagram stand, and which lanes share one for want of room.
private struct PictureLayout {
  /// How many consumers, and how many registrations, have columns of their own.
  private static let mostOfAKind = 3
  private static let least = (consumer: 9, registration: 11, others: 18, backend: 10)
  /// How wide columns are made for long texts.
  private let most: (consumer: Int, registration: Int, others: Int)
  private let lanes: [LogPicture.Lane]
  /// The columns that the diagram takes.
  let width: Int

  /// The lanes of the columns from left to right; nil for the column of all others.
  private(set) var columns: [Int?] = []
  /// Where each begins.
  private(set) var offsets: [Int] = []

  /// A layout of rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - lanes: The lanes of the picture.
  ///   - ranked: The lanes that have entries but the backend's, the ones that matter most first.
  ///   - gutter: The width of what stands left of the columns.
  ///   - width: The columns that there are.
  init(
    _ rows: [LogPicture.Row], lanes: [LogPicture.Lane], ranked: [Int], gutter: Int, width: Int
  ) {
    self.lanes = lanes
    self.width = width
    let more = max(0, width - LogPicture.usualWidth)
    most = (24 + more / 4, 14 + more / 8, 30 + more / 2)
    let backend = lanes.indices.filter { lane in lanes[lane].kind == .backend }
    var kept = capped(ranked)
    while true {
      columns = kept.sorted().map { lane in lane }
      columns += (kept.count < ranked.count ? [nil] : []) + backend.map { lane in lane }
      let widths = columns.map { column in self.width(of: column, in: rows) }
      if place(widths, from: gutter, gap: 2) || place(widths, from: gutter, gap: 1) { return }
      // What matters most is not one of the others.
      guard kept.count > 1 else { break }
      kept.removeLast()
    }
    // Not even those few have room: the others have what the rest leaves, or all share it.
    let room = max(columns.count, width - gutter)
    let rest = columns.map { column in column == nil ? 0 : leastWidth(column) + 1 }
    let left = room - rest.reduce(0, +)
    let widths = rest.map { width in
      left < Self.least.consumer ? room / columns.count : width > 0 ? width : left
    }
    offsets = widths.indices.map { index in gutter + widths[..<index].reduce(0, +) }
  }

  /// Gives the columns their places; false if that leaves the last too little room.
  private mutating func place(_ natural: [Int], from gutter: Int, gap: Int) -> Bool {
    var widths = natural
    let room = width - gutter - Self.least.backend - gap * (columns.count - 1)
    while widths.dropLast().reduce(0, +) > room {
      let shrinkable = columns.indices.dropLast().filter { index in
        widths[index] > leastWidth(columns[index])
      }
      guard let widest = shrinkable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    offsets = []
    var offset = gutter
    for width in widths {
      offsets.append(offset)
      offset += width + gap
    }
    return widths.dropLast().reduce(0, +) <= room
  }

  /// What stands at the head of a column.
  func header(_ column: Int?) -> String { column.map { lane in lanes[lane].name } ?? "others" }

  private func kind(_ column: Int?) -> LogPicture.Lane.Kind {
    column.map { lane in lanes[lane].kind } ?? .others
  }

  private func leastWidth(_ column: Int?) -> Int {
    switch kind(column) {
    case .consumer: Self.least.consumer
    case .registration: Self.least.registration
    case .others: Self.least.others
    case .backend: Self.least.backend
    }
  }

  private func width(of column: Int?, in rows: [LogPicture.Row]) -> Int {
    let cells = rows.lazy.flatMap(\.cells).filter { cell in cell.lane == column }
    let widest = cells.map { cell in DisplayWidth.of(cell.indented) }.max() ?? 0
    let most =
      switch kind(column) {
      case .consumer: most.consumer
      case .registration: most.registration
      case .others, .backend: most.others
      }
    return max(leastWidth(column), DisplayWidth.of(header(column)), min(widest, most))
  }

  private func capped(_ ranked: [Int]) -> [Int] {
    var consumers = 0
    var registrations = 0
    return ranked.filter { lane in
      let isRegistration = lanes[lane].kind == .registration
      if isRegistration { registrations += 1 } else { consumers += 1 }
      return (isRegistration ? registrations : consumers) <= Self.mostOfAKind
    }
  }
}

/// The lines of a diagram, once it is known what stands where.
private struct PictureDrawing {
  /// What one column shows of a row.
  private struct Drawn {
    var column: Int?
    var text: String
  }

  let layout: PictureLayout
  let gutter: PictureGutter
  let picture: LogPicture

  /// The head and the rows.
  var lines: [String] {
    let head = layout.columns.map { column in
      Drawn(column: column, text: layout.header(column))
    }
    var lines = [trimmed(line(gutter.header, head, alive: []))]
    var previous: LogPicture.Row?
    var latestLine: Int?
    for (index, row) in picture.rows.enumerated() {
      if let own = row.line { latestLine = own }
      if row.cells.isEmpty {
        let count = row.entries
        lines.append("  … \(count) \(count == 1 ? "entry" : "entries") left out")
        previous = nil
        continue
      }
      let margin = gutter.text(
        row, after: previous, latestLine: latestLine, isBlamed: index == picture.blamed)
      lines.append(trimmed(line(margin, drawn(row.cells), alive: row.alive)))
      previous = row
    }
    return lines
  }

  /// Cells without a column of their own stand under the names of their lanes in that for others.
  private func drawn(_ cells: [LogPicture.Cell]) -> [Drawn] {
    let own = cells.filter { cell in layout.columns.contains(cell.lane) }
    let rest = cells.filter { cell in !layout.columns.contains(cell.lane) }
    let drawn = own.map { cell in Drawn(column: cell.lane, text: cell.indented) }
    guard !rest.isEmpty else { return drawn }
    let text = rest.map { cell in "\(picture.lanes[cell.lane].shortName): \(cell.drawn)" }
      .joined(separator: "; ")
    return drawn + [Drawn(column: nil, text: text)]
  }

  /// One line; a text runs on to the right up to the next one, over what goes on there.
  private func line(_ margin: String, _ cells: [Drawn], alive: [Int]) -> String {
    var line = margin
    var width = DisplayWidth.of(margin)
    for (index, column) in layout.columns.enumerated() {
      let offset = layout.offsets[index]
      guard let cell = cells.first(where: { cell in cell.column == column }) else {
        guard width <= offset, let column, alive.contains(column) else { continue }
        line = DisplayWidth.padded(line, to: offset)
        line += picture.lanes[column].kind == .consumer ? ":" : "|"
        width = offset + 1
        continue
      }
      let next = layout.columns.indices.dropFirst(index + 1).first { later in
        cells.contains { cell in cell.column == layout.columns[later] }
      }
      let end = next.map { later in layout.offsets[later] - 1 } ?? layout.width
      line = DisplayWidth.padded(line, to: offset)
      line += DisplayWidth.fitted(cell.text, to: max(1, end - offset))
      width = DisplayWidth.of(line)
    }
    return line
  }

  private func trimmed(_ line: String) -> String {
    var scalars = line.unicodeScalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}

/// What stands left of a diagram's rows: the mark, the virtual time, the step and the line of the
/// scenario, each where it differs from the row above.
private struct PictureGutter {
  private let timeWidth: Int
  private let stepWidth: Int
  private let lineWidth: Int

  init(_ rows: [LogPicture.Row]) {
    let shown = rows.filter { row in !row.cells.isEmpty }
    timeWidth = shown.map { row in DisplayWidth.of(row.time) }.max() ?? 0
    stepWidth = shown.map { row in "\(row.step)".utf8.count }.max() ?? 0
    lineWidth = rows.compactMap(\.line).map { line in "\(line)".utf8.count }.max() ?? 0
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
  ///   - above: The row above; nil if that is no row of the log.
  ///   - latestLine: The line of the scenario that ran last before it.
  ///   - isBlamed: Whether it is the entry to blame.
  /// - Returns: The text, as wide as every other.
  func text(
    _ row: LogPicture.Row, after above: LogPicture.Row?, latestLine: Int?, isBlamed: Bool
  ) -> String {
    let isNewTime = isBlamed || row.time != above?.time
    let isNewStep = isBlamed || row.step != above?.step
    let line = above == nil ? latestLine : row.line
    let text = text(
      isNewTime ? row.time : "", isNewStep ? "\(row.step)" : "",
      line.map { number in "\(number)" } ?? "")
    return (isBlamed ? ">" : " ") + text.dropFirst() + "  "
  }

  private func text(_ time: String, _ step: String, _ line: String) -> String {
    "  " + DisplayWidth.aligned(time, to: max(6, timeWidth)) + " "
      + DisplayWidth.aligned(step, to: max(4, stepWidth)) + " "
      + DisplayWidth.aligned(line, to: max(4, lineWidth))
  }
}
