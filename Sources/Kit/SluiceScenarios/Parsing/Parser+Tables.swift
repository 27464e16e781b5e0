extension Parser {
  /// Whether a row of a table comes next.
  var isTableNext: Bool {
    var place = index
    while look(at: place).kind == .newline { place += 1 }
    return look(at: place).kind == .punctuation(.bar) && look(at: place).startsLine
  }

  /// Reads a table; the first row names its columns, and the owner is what the table belongs to.
  mutating func parseTable(owner: SourceSpan) throws(LineAbandoned) -> SyntaxTable {
    skipEmptyLines()
    guard isNext(.bar) else {
      throw fail(
        .malformedTable, "a table is expected here",
        label: Diagnostic.Label(span: owner, message: "it belongs to this"))
    }
    let start = current.start
    var columns: [SyntaxName]?
    attempt(ownsTable: false) { parser throws(LineAbandoned) in columns = try parser.parseHeader() }
    var table = SyntaxTable(columns: columns ?? [], rows: [], span: owner)
    var rowCount = 0
    skipEmptyLines()
    while isNext(.bar) {
      rowCount += 1
      attempt(ownsTable: false) { parser throws(LineAbandoned) in
        let row = try parser.parseRow()
        if columns == nil { return }
        if row.cells.count == table.columns.count {
          table.rows.append(row)
        } else {
          parser.reportWidth(row, table)
        }
      }
      skipEmptyLines()
    }
    table.span = SourceSpan(file: file, start: start, end: max(start, lastRowEnd))
    if rowCount == 0, columns != nil {
      log.report(.malformedTable, "the table has columns but no rows", at: table.span)
    }
    return table
  }

  private var lastRowEnd: Int {
    var place = index - 1
    while place > 0, look(at: place).kind == .newline { place -= 1 }
    return place >= 0 ? look(at: place).end : 0
  }

  mutating func skipEmptyLines() {
    while current.kind == .newline { advance() }
  }

  private mutating func reportWidth(_ row: SyntaxTable.Row, _ table: SyntaxTable) {
    guard let first = table.columns.first, let last = table.columns.last else { return }
    log.report(
      .rowWidth,
      "this row has \(row.cells.count) cells, and the table has \(table.columns.count) columns",
      at: row.span,
      label: Diagnostic.Label(span: first.span.union(last.span), message: "the columns"))
  }

  private mutating func parseHeader() throws(LineAbandoned) -> [SyntaxName] {
    var columns: [SyntaxName] = []
    var places: [String: SourceSpan] = [:]
    try require(.bar)
    while current.kind != .newline, current.kind != .end {
      let name = try requireName("the name of a column")
      if let first = places.updateValue(name.span, forKey: name.text) {
        log.report(
          .duplicateColumn, "the column '\(name.text)' stands twice", at: name.span,
          label: Diagnostic.Label(span: first, message: "here first"))
      }
      columns.append(name)
      try require(.bar)
    }
    if columns.isEmpty { throw expected("the name of a column") }
    try requireLineEnd()
    return columns
  }

  private mutating func parseRow() throws(LineAbandoned) -> SyntaxTable.Row {
    let start = current.start
    var cells: [SyntaxValue?] = []
    try require(.bar)
    repeat {
      if isNext(.bar) {
        cells.append(nil)
      } else {
        cells.append(try parseValue("a value or '|'"))
      }
      if isNext(.openRound) { throw spaceBeforeArguments() }
      try require(.bar)
    } while current.kind != .newline && current.kind != .end
    let row = SyntaxTable.Row(cells: cells, span: span(from: start))
    try requireLineEnd()
    return row
  }
}
