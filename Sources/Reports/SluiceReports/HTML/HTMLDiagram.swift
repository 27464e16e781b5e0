import SluiceText

/// A log as a table that a style sheet draws as a sequence diagram.
///
/// A screen reader reads it as the table that it is. Lifelines, calls and arrows are in the classes
/// of cells, a letter each, so that four hundred logs stand in a file of a few megabytes:
///
/// - `w` a consumer waits, `l` something is there; `n` from this row on, `v` up to this row;
/// - `b` a call goes on, `o` it begins, `c` it ends, `x` it does both;
/// - an arrow to the right leaves from `s`, passes `m` and ends at `t`; one to the left leaves from
///   `q`, passes `m` and ends at `r`.
struct HTMLDiagram {
  private let diagram: LogPicture
  /// What tells its parts from those of other diagrams of the page.
  private let number: Int

  /// The longest text of a cell, in bytes; what a subject sends may be of any length.
  private static let cellCap = 400
  /// The longest text that may run on over the lanes to its right, in bytes.
  private static let longestInOneLine = 26
  /// The least widths, as the style sheet has them, in its units.
  private static let width = (gutter: 11, consumer: 9, registration: 6, backend: 14)

  private static func width(of lane: LogPicture.Lane) -> Int {
    switch lane.kind {
    case .consumer: width.consumer
    case .registration: width.registration
    case .others, .backend: width.backend
    }
  }

  init(_ picture: LogPicture, number: Int) {
    diagram = picture.folded
    self.number = number
  }

  /// How many rows are seen without a click, those included that say what is left out.
  var shownRows: Int {
    var count = 0
    var isGap = false
    for row in diagram.rows {
      if row.isExcerpt ? !row.cells.isEmpty : !isGap { count += 1 }
      isGap = !row.isExcerpt
    }
    return count
  }

  /// Adds the table, with a box before it that shows and hides what is not of the excerpt.
  func write(to buffer: inout XMLBuffer) {
    blame(in: &buffer)
    let hidden = diagram.rows.count { row in !row.isExcerpt }
    if hidden > 0 {
      let entries = diagram.rows.reduce(0) { count, row in count + row.entries }
      let id = CleanText(line: "w\(number)")
      buffer.markup("<input type=\"checkbox\" class=\"wh\"")
      buffer.attribute("id", id)
      buffer.markup("/><label class=\"wl\"")
      buffer.attribute("for", id)
      buffer.markup(">Whole log, ")
      buffer.text(CleanText(line: "\(entries) entries"))
      buffer.markup("</label>")
    }
    buffer.markup("<div class=\"sc\" tabindex=\"0\" role=\"region\" aria-label=\"Log\">")
    buffer.markup("<table class=\"d\"")
    let width = diagram.lanes.reduce(Self.width.gutter) { sum, lane in sum + Self.width(of: lane) }
    buffer.attribute("style", CleanText(line: "min-width:\(width)rem"))
    buffer.markup(">")
    head(in: &buffer)
    buffer.markup("<tbody>")
    var pen = DiagramPen(diagram.lanes)
    var left = 0
    for (index, row) in diagram.rows.enumerated() {
      if row.isExcerpt, left > 0 {
        gap(of: &left, in: &buffer)
        pen.forgetRow()
      }
      if !row.isExcerpt { left += row.entries }
      if row.cells.isEmpty {
        leftOut(row.entries, isExcerpt: false, in: &buffer)
        pen.forget()
        continue
      }
      self.row(row, isBlamed: index == diagram.blamed, &pen, in: &buffer)
    }
    if left > 0 { gap(of: &left, in: &buffer) }
    buffer.markup("</tbody></table></div>")
  }

  /// Says what the marked row says: wherever that is in the table, it is read first.
  private func blame(in buffer: inout XMLBuffer) {
    guard let blamed = diagram.blamed, diagram.rows.indices.contains(blamed) else { return }
    let row = diagram.rows[blamed]
    buffer.markup("<p class=\"bl\">To blame: <b>")
    let words = row.cells.filter { cell in diagram.lanes.indices.contains(cell.lane) }
      .map { cell in "\(diagram.lanes[cell.lane].name) \(shown([cell.text]))" }
    buffer.text(CleanText(line: words.joined(separator: ", "), cap: Self.cellCap))
    buffer.markup("</b> ")
    buffer.text(CleanText(line: "at \(row.time), in step \(row.step)"))
    buffer.markup("</p>")
  }

  private func head(in buffer: inout XMLBuffer) {
    buffer.markup("<thead><tr><th>time</th><th>step</th><th>line</th>")
    for lane in diagram.lanes {
      switch lane.kind {
      case .consumer: buffer.markup("<th>")
      case .registration: buffer.markup("<th class=\"rg\">")
      case .others, .backend: buffer.markup("<th class=\"bk\">")
      }
      buffer.text(CleanText(line: lane.name, cap: Self.cellCap))
      buffer.markup("</th>")
    }
    buffer.markup("</tr></thead>")
  }

  /// Says in the excerpt how much is left out; a click on it shows it.
  private func gap(of left: inout Int, in buffer: inout XMLBuffer) {
    leftOut(left, isExcerpt: true, in: &buffer)
    left = 0
  }

  private func leftOut(_ entries: Int, isExcerpt: Bool, in buffer: inout XMLBuffer) {
    buffer.markup(isExcerpt ? "<tr class=\"g\"><td" : "<tr class=\"u\"><td")
    buffer.attribute("colspan", diagram.lanes.count + 3)
    buffer.markup(">")
    if isExcerpt {
      buffer.markup("<label")
      buffer.attribute("for", CleanText(line: "w\(number)"))
      buffer.markup(">")
    }
    buffer.text(CleanText(line: "… \(entries) \(entries == 1 ? "entry" : "entries") left out"))
    buffer.markup(isExcerpt ? "</label></td></tr>" : "</td></tr>")
  }

  private func row(
    _ row: LogPicture.Row, isBlamed: Bool, _ pen: inout DiagramPen, in buffer: inout XMLBuffer
  ) {
    var classes = row.isExcerpt ? "" : "u"
    if isBlamed { classes += classes.isEmpty ? "z" : " z" }
    if row.arrow != nil { classes += classes.isEmpty ? "a" : " a" }
    buffer.markup("<tr")
    if !classes.isEmpty { buffer.attribute("class", CleanText(line: classes)) }
    buffer.markup("><td>")
    if isBlamed { buffer.markup("<b>to blame</b>") }
    let isNew = pen.isNew(row)
    if isNew.time || isBlamed { buffer.text(CleanText(line: row.time)) }
    buffer.markup("</td><td>")
    if isNew.step || isBlamed { buffer.text(CleanText(line: "\(row.step)")) }
    buffer.markup("</td><td>")
    if let line = pen.line(of: row, isFirst: isNew.row) {
      buffer.text(CleanText(line: "\(line)"))
    }
    buffer.markup("</td>")
    let texts = texts(of: row)
    for (lane, drawn) in pen.classes(of: row).enumerated() {
      // A short text runs on over empty cells, as if there were no lanes.
      let isLong = texts[lane].string.utf8.count > Self.longestInOneLine
      let classes = isLong ? drawn + (drawn.isEmpty ? "j" : " j") : drawn
      buffer.markup("<td")
      if !classes.isEmpty { buffer.attribute("class", CleanText(line: classes)) }
      buffer.markup(">")
      buffer.text(texts[lane])
      buffer.markup("</td>")
    }
    buffer.markup("</tr>")
  }

  /// The text in each lane.
  private func texts(of row: LogPicture.Row) -> [CleanText] {
    diagram.lanes.indices.map { lane in
      let texts = row.cells.filter { cell in cell.lane == lane }.map { cell in
        cell.call == .ends ? "\(cell.text) returns" : cell.text
      }
      return CleanText(line: shown(texts), cap: Self.cellCap)
    }
  }

  private func shown(_ texts: [String]) -> String {
    let text = texts.joined(separator: "; ").replacing(", -> ", with: ", → ")
    return text.utf8.starts(with: "-> ".utf8) ? "→ " + text.dropFirst(3) : text
  }
}

/// What goes on in the lanes of a diagram from one row to the next.
private struct DiagramPen {
  private let lanes: [LogPicture.Lane]
  private var openCalls: [Int]
  private var alive: [Bool]
  private var time: String?
  private var step: Int?
  private var line: Int?

  init(_ lanes: [LogPicture.Lane]) {
    self.lanes = lanes
    openCalls = Array(repeating: 0, count: lanes.count)
    alive = Array(repeating: false, count: lanes.count)
  }

  /// Begins anew behind what is left out.
  mutating func forget() {
    openCalls = Array(repeating: 0, count: lanes.count)
    forgetRow()
  }

  /// Says time, step and line in the next row, whatever they were above.
  mutating func forgetRow() {
    time = nil
    step = nil
  }

  /// Whether time and step are others than in the row above, and whether there is none.
  mutating func isNew(_ row: LogPicture.Row) -> (row: Bool, time: Bool, step: Bool) {
    defer { (time, step) = (row.time, row.step) }
    return (time == nil, time != row.time, step != row.step)
  }

  /// The line to say beside a row: in the first one the latest.
  mutating func line(of row: LogPicture.Row, isFirst: Bool) -> Int? {
    if let own = row.line { line = own }
    return row.line ?? (isFirst ? line : nil)
  }

  /// The classes of the cells of a row.
  mutating func classes(of row: LogPicture.Row) -> [String] {
    lanes.indices.map { lane in
      (lifeline(lane, row) + call(lane, row) + arrow(lane, row)).joined(separator: " ")
    }
  }

  private mutating func lifeline(_ lane: Int, _ row: LogPicture.Row) -> [String] {
    let isAlive = row.alive.contains(lane)
    let wasAlive = alive[lane]
    alive[lane] = isAlive
    let kind = lanes[lane].kind == .consumer ? "w" : "l"
    switch (wasAlive, isAlive) {
    case (false, false): return []
    case (true, true): return [kind]
    case (false, true): return [kind, "n"]
    case (true, false): return [kind, "v"]
    }
  }

  private mutating func call(_ lane: Int, _ row: LogPicture.Row) -> [String] {
    let isOpen = openCalls[lane] > 0
    var classes: [String] = []
    for cell in row.cells where cell.lane == lane {
      switch cell.call {
      case .begins:
        openCalls[lane] += 1
        classes.append("o")
      case .ends:
        openCalls[lane] = max(0, openCalls[lane] - 1)
        classes.append("c")
      case .whole: classes.append("x")
      case nil: break
      }
    }
    // A call within one that goes on changes nothing of the outer bar.
    return isOpen && (openCalls[lane] > 0 || classes.isEmpty) ? ["b"] : Array(classes.prefix(1))
  }

  private func arrow(_ lane: Int, _ row: LogPicture.Row) -> [String] {
    guard let arrow = row.arrow, arrow.count == 2, arrow[0] != arrow[1] else { return [] }
    let goesRight = arrow[0] < arrow[1]
    switch lane {
    case arrow[0]: return [goesRight ? "s" : "q"]
    case arrow[1]: return [goesRight ? "t" : "r"]
    case min(arrow[0], arrow[1])...max(arrow[0], arrow[1]): return ["m"]
    default: return []
    }
  }
}
