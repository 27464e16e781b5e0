/// A whole log as it can be drawn: lanes from left to right, rows from top to bottom.
///
/// Each entry of the log has a row; what reads better together is put together by who draws it. A
/// terminal draws it in lines of text for its own width, a page as a table.
package struct LogPicture: Sendable, Hashable, Codable {
  /// Who has a lane.
  package struct Lane: Sendable, Hashable, Codable {
    /// What sort of thing has it.
    package enum Kind: String, Sendable, Codable {
      /// A consumer, which waits where others are there.
      case consumer
      /// A registration.
      case registration
      /// Those for whom there is no room.
      case others
      /// The backend.
      case backend
    }

    /// What sort of thing has it.
    package var kind: Kind
    /// What stands at its head.
    package var name: String
    /// What it is called where it has no column of its own; nil for the name.
    package var short: String?

    /// A lane.
    package init(kind: Kind, name: String, short: String? = nil) {
      self.kind = kind
      self.name = name
      self.short = short
    }
  }

  /// What one lane shows in a row.
  package struct Cell: Sendable, Hashable, Codable {
    /// What a cell says of a call.
    package enum Call: String, Sendable, Codable {
      /// It begins here, and ends in a row below.
      case begins
      /// It ends here.
      case ends
      /// It begins and ends here, with nothing in between.
      case whole
    }

    /// The number of the lane, from 0.
    package var lane: Int
    /// What happens, in short words.
    package var text: String
    /// What it says of a call, if it does.
    package var call: Call?
    /// In how many calls of its lane it happens; nil for none.
    package var depth: Int?

    /// A cell.
    package init(lane: Int, text: String, call: Call? = nil, depth: Int? = nil) {
      self.lane = lane
      self.text = text
      self.call = call
      self.depth = depth
    }
  }

  /// One row: what happens at once.
  package struct Row: Sendable, Hashable, Codable {
    /// The virtual time.
    package var time: String
    /// How many events the simulation had run.
    package var step: Int
    /// The line of the scenario that ran directly before, if one did; where entries are left out,
    /// the last that did.
    package var line: Int?
    /// What happens; nothing where entries are left out.
    package var cells: [Cell] = []
    /// The lanes in which something goes on, what began first before the rest: who waits, and then
    /// what is registered.
    package var alive: [Int] = []
    /// Who acts on whom, as two lanes, if anybody does.
    package var arrow: [Int]?
    /// How many entries are in it, or are left out.
    package var entries = 1
    /// Whether it is of the part that a reader needs.
    package var isExcerpt = true

    /// A row in which nothing happens.
    package init(time: String, step: Int, line: Int? = nil) {
      self.time = time
      self.step = step
      self.line = line
    }
  }

  /// The lanes: the consumers, then the registrations, each by number, and the backend.
  package var lanes: [Lane]
  /// The rows.
  package var rows: [Row]
  /// The number of the row to blame, if there is one.
  package var blamed: Int?
  /// The lanes that this row, or else the last one, is about: what matters most comes first.
  package var concerned: [Int]?

  /// A picture.
  package init(lanes: [Lane], rows: [Row], blamed: Int? = nil, concerned: [Int]? = nil) {
    self.lanes = lanes
    self.rows = rows
    self.blamed = blamed
    self.concerned = concerned
  }

  /// How many entries the excerpt leaves out.
  package var leftOut: Int {
    rows.reduce(0) { count, row in count + (row.isExcerpt ? 0 : row.entries) }
  }
}

extension LogPicture.Cell {
  /// The text with what it says of a call: `{` begins one, and `}` ends it.
  var drawn: String {
    switch call {
    case .begins: "\(text) {"
    case .ends: "} \(text)"
    case .whole: "\(text) {}"
    case nil: text
    }
  }

  /// The text as it is drawn, with what happens inside a call further to the right.
  var indented: String { String(repeating: "  ", count: min(depth ?? 0, 3)) + drawn }
}

extension LogPicture.Lane {
  /// What it is called where it has no column of its own.
  var shortName: String { short ?? name }
}

extension LogPicture: CheckedContent {
  /// Checks that each lane is one of the lanes, and the row to blame one of the rows.
  package func check() throws(ContentFlaw) {
    try check("blamed", blamed, in: rows.indices)
    try check("concerned", each: concerned ?? [], in: lanes.indices)
    for (index, row) in rows.enumerated() {
      let name = "rows[\(index)]"
      try check(name, row)
      try check("\(name).alive", each: row.alive, in: lanes.indices)
      try check("\(name).arrow", each: row.arrow ?? [], in: lanes.indices)
      for (place, cell) in row.cells.enumerated() {
        try check("\(name).cells[\(place)].lane", cell.lane, in: lanes.indices)
      }
    }
  }
}

extension LogPicture.Row: CheckedContent {
  /// Checks the numbers that don't depend on the picture.
  package func check() throws(ContentFlaw) {
    try check("step", step, in: CountLimits.count)
    try check("line", line, in: CountLimits.line)
    try check("entries", entries, in: CountLimits.count)
    if let arrow, arrow.count != 2 { throw ContentFlaw("arrow", "has not two lanes") }
    try check("cells", each: cells)
  }
}

extension LogPicture.Cell: CheckedContent {
  /// Checks the numbers that don't depend on the picture.
  package func check() throws(ContentFlaw) { try check("depth", depth, in: CountLimits.count) }
}
