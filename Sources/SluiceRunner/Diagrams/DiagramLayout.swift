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
  private static func precedes(_ left: DiagramColumn, _ right: DiagramColumn) -> Bool {
    switch (left, right) {
    case (.consumer(let left), .consumer(let right)): left < right
    case (.registration(let left), .registration(let right)): left < right
    case (.consumer, .registration): true
    default: false
    }
  }
}
