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
