/// Who stands at the head of a column of a diagram.
enum DiagramColumn: Hashable {
  /// A consumer, by its number.
  case consumer(Int)
  /// A registration, by its number.
  case registration(Int)
  /// Those for whom there is no room.
  case others
  /// The backend, beside whose calls stands what concerns nobody in particular.
  case backend

  /// Whether it is a registration's.
  var isRegistration: Bool {
    if case .registration = self { return true }
    return false
  }
}

/// What one column shows of one entry.
struct DiagramCell {
  var column: DiagramColumn
  var text: String
  /// Whether a call begins here, whose end is a later cell of this column.
  var opens = false
  /// Whether the call ends here that began last in this column.
  var closes = false
  /// In how many calls of this column it happens.
  var depth = 0

  /// The text as it is drawn, with what happens inside a call further to the right.
  var indented: String { String(repeating: "  ", count: min(depth, 3)) + text }
}

/// One row of a diagram: an entry, or several of one step that read better together.
struct DiagramRow {
  /// The first entry in it, by its number.
  var first: Int
  /// How many entries are in it, or are left out before it if it has no cells.
  var count = 1
  var cells: [DiagramCell]
  /// The columns in which something goes on meanwhile, and how that is drawn.
  var lifelines: [(column: DiagramColumn, mark: String)] = []

  /// The number of the entry behind the last in it.
  var end: Int { first + count }
}
