/// Where the columns of a diagram stand, and which of them share one for want of room.
struct DiagramLayout {
  /// The columns that a diagram takes, with the two blanks by which reports indent it.
  static let totalWidth = 98
  /// How many consumers, and how many registrations, have columns of their own.
  static let mostOfAKind = 3
  private static let least = (consumer: 9, registration: 11, others: 18, backend: 10)
  private static let most = (consumer: 24, registration: 14, others: 30)

  /// The columns from left to right.
  private(set) var columns: [DiagramColumn] = []
  /// Where each begins.
  private(set) var offsets: [Int] = []
  private(set) var isFolded = false

  /// A layout of rows.
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - headers: What stands at the head of a column.
  ///   - ranked: The columns, the ones that matter most first.
  ///   - gutter: The width of what stands left of them.
  init(
    _ rows: [DiagramRow], headers: (DiagramColumn) -> String, ranked: [DiagramColumn], gutter: Int
  ) {
    var kept = DiagramLayout.capped(ranked)
    while true {
      isFolded = kept.count < ranked.count
      columns = kept.sorted(by: DiagramLayout.precedes)
      columns += (isFolded ? [.others] : []) + [.backend]
      let widths = columns.map { column in
        DiagramLayout.width(of: column, in: rows, header: headers(column))
      }
      if place(widths, from: gutter, gap: 2) || place(widths, from: gutter, gap: 1) { return }
      guard kept.count > 1 else { return }
      kept.removeLast()
    }
  }

  /// Gives the columns their places; false if that leaves the last too little room.
  private mutating func place(_ natural: [Int], from gutter: Int, gap: Int) -> Bool {
    var widths = natural
    let room =
      DiagramLayout.totalWidth - gutter - DiagramLayout.least.backend - gap * (columns.count - 1)
    while widths.dropLast().reduce(0, +) > room {
      let shrinkable = columns.indices.dropLast().filter { index in
        widths[index] > DiagramLayout.leastWidth(columns[index])
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

  private static func leastWidth(_ column: DiagramColumn) -> Int {
    switch column {
    case .consumer: least.consumer
    case .registration: least.registration
    case .others: least.others
    case .backend: least.backend
    }
  }

  private static func width(
    of column: DiagramColumn, in rows: [DiagramRow], header: String
  ) -> Int {
    let cells = rows.lazy.flatMap(\.cells).filter { cell in cell.column == column }
    let widest = cells.map { cell in DisplayWidth.of(cell.indented) }.max() ?? 0
    let most =
      switch column {
      case .consumer: DiagramLayout.most.consumer
      case .registration: DiagramLayout.most.registration
      case .others, .backend: DiagramLayout.most.others
      }
    return max(leastWidth(column), DisplayWidth.of(header), min(widest, most))
  }

  private static func capped(_ ranked: [DiagramColumn]) -> [DiagramColumn] {
    var consumers = 0
    var registrations = 0
    return ranked.filter { column in
      if column.isRegistration { registrations += 1 } else { consumers += 1 }
      return (column.isRegistration ? registrations : consumers) <= mostOfAKind
    }
  }

  /// Consumers stand left of registrations, each by number.
  static func precedes(_ left: DiagramColumn, _ right: DiagramColumn) -> Bool {
    switch (left, right) {
    case (.consumer(let left), .consumer(let right)): left < right
    case (.registration(let left), .registration(let right)): left < right
    case (.consumer, .registration): true
    default: false
    }
  }
}

/// The lines of a diagram, once it is known what stands where.
struct DiagramDrawing {
  let layout: DiagramLayout
  let gutter: DiagramGutter
  /// What a column is called where it has none of its own.
  let name: (DiagramColumn) -> String
  let blamed: Int?

  /// The head and the rows.
  func lines(_ rows: [DiagramRow], headers: (DiagramColumn) -> String) -> [String] {
    let head = layout.columns.map { column in DiagramCell(column: column, text: headers(column)) }
    var lines = [trimmed(row(gutter.header, head, []))]
    var previous: DiagramRow?
    for each in rows {
      if each.cells.isEmpty {
        lines.append("  … \(each.count) \(each.count == 1 ? "entry" : "entries") left out")
        previous = nil
        continue
      }
      let margin = gutter.text(each, after: previous, isBlamed: each.first == blamed)
      lines.append(trimmed(row(margin, folded(each.cells), each.lifelines)))
      previous = each
    }
    return lines
  }

  /// Cells without a column of their own under the name of their column, in the one for others.
  private func folded(_ cells: [DiagramCell]) -> [DiagramCell] {
    let placed = cells.filter { cell in layout.columns.contains(cell.column) }
    let rest = cells.filter { cell in !layout.columns.contains(cell.column) }
    guard !rest.isEmpty else { return cells }
    let text = rest.map { cell in "\(name(cell.column)): \(cell.text)" }.joined(separator: "; ")
    return placed + [DiagramCell(column: .others, text: text)]
  }

  /// One line; a text runs on to the right up to the next one, over what goes on there.
  private func row(
    _ margin: String, _ cells: [DiagramCell],
    _ lifelines: [(column: DiagramColumn, mark: String)]
  ) -> String {
    var line = margin
    var width = DisplayWidth.of(margin)
    for (index, column) in layout.columns.enumerated() {
      let offset = layout.offsets[index]
      guard let cell = cells.first(where: { cell in cell.column == column }) else {
        guard width <= offset, let mark = lifelines.first(where: { $0.column == column })?.mark
        else { continue }
        line = DisplayWidth.padded(line, to: offset) + mark
        width = offset + mark.utf8.count
        continue
      }
      let next = layout.columns.indices.dropFirst(index + 1).first { later in
        cells.contains { cell in cell.column == layout.columns[later] }
      }
      let end = next.map { later in layout.offsets[later] - 1 } ?? DiagramLayout.totalWidth
      line = DisplayWidth.padded(line, to: offset)
      line += DisplayWidth.fitted(cell.indented, to: max(1, end - offset))
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

/// How many columns of a terminal a text takes, scalar by scalar.
enum DisplayWidth {
  /// The number of columns of a text.
  static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { width, scalar in width + columns(scalar) }
  }

  /// A text that takes no more columns than a limit; what is cut off leaves `…` behind.
  ///
  /// - Parameters:
  ///   - text: The text, on one line.
  ///   - limit: The greatest number of columns, at least 1.
  /// - Returns: The text or its beginning.
  static func fitted(_ text: String, to limit: Int) -> String {
    guard of(text) > limit else { return text }
    var fitted = String.UnicodeScalarView()
    var width = 0
    for scalar in text.unicodeScalars {
      width += columns(scalar)
      guard width < limit else { break }
      fitted.append(scalar)
    }
    return String(fitted) + "…"
  }

  /// A text with blanks behind it up to a width.
  static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  /// A text with blanks before it up to a width.
  static func aligned(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - of(text))) + text
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    if scalar.isASCII { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return wide.contains { range in range.contains(scalar.value) } ? 2 : 1
    }
  }

  /// The blocks of East Asian scripts, of their full-width forms and of pictures.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
