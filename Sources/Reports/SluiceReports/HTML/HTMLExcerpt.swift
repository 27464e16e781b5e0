import SluiceText

extension SourceExcerpt.Mark.Reason {
  /// What is to be said of the line; nil for the one to blame.
  fileprivate var note: String? {
    switch self {
    case .failed, .wholeCase: nil
    case .played: "played here"
    case .stimulus: "set it off"
    }
  }
}

/// Lines of a source file with their numbers, those to look at marked.
struct HTMLExcerpt {
  private let excerpt: SourceExcerpt

  private static let lineCap = 1_024
  /// How many lines before the first mark and behind the last are seen without a click.
  private static let reach = (before: 8, after: 10)

  init(_ excerpt: SourceExcerpt) { self.excerpt = excerpt }

  /// Adds the path, the lines and the values of the case.
  ///
  /// The values are below the lines, so that they push no marked line off the screen.
  func write(to buffer: inout XMLBuffer) {
    buffer.markup("<figure><figcaption>")
    let line = excerpt.marks.first.map { mark in ":\(mark.line)" } ?? ""
    buffer.text(CleanText(line: excerpt.path + line, cap: 4_096))
    buffer.markup("</figcaption>")
    buffer.markup("<div class=\"sc\" tabindex=\"0\" role=\"region\" aria-label=\"Scenario\">")
    for part in parts {
      if part.isFolded { fold(part.lines, in: &buffer) } else { lines(part.lines, in: &buffer) }
    }
    buffer.markup("</div>")
    values(in: &buffer)
    buffer.markup("</figure>")
  }

  /// How many lines are seen without a click, those included that unfold to more.
  var shownLines: Int {
    parts.reduce(excerpt.played?.values.isEmpty == false ? 2 : 1) { count, part in
      count + (part.isFolded ? 1 : part.lines.count)
    }
  }

  /// The lines in stretches, some of which are folded.
  private var parts: [(lines: Range<Int>, isFolded: Bool)] {
    let all = excerpt.lines.indices
    let marked = excerpt.marks.map { mark in mark.line - excerpt.firstLine }
      .filter { index in all.contains(index) }
    let (first, last) = (marked.min() ?? 0, marked.max() ?? all.upperBound - 1)
    // What is marked has to be seen at once, and what the scenario is called.
    let near = max(1, first - Self.reach.before)..<min(all.upperBound, last + 1 + Self.reach.after)
    let (begin, end) = (min(near.lowerBound, all.upperBound), max(near.upperBound, 1))
    let (foldsBefore, foldsAfter) = (begin > 3, all.upperBound - end > 2)
    let middle = (foldsBefore ? begin : 0)..<(foldsAfter ? end : all.upperBound)
    return (foldsBefore ? [(0..<1, false), (1..<begin, true)] : [])
      + [(middle, false)] + (foldsAfter ? [(end..<all.upperBound, true)] : [])
  }

  /// Adds the value of each variable of the case.
  private func values(in buffer: inout XMLBuffer) {
    guard let values = excerpt.played?.values, !values.isEmpty else { return }
    buffer.markup("<p class=\"vs\">In this case")
    for value in values {
      buffer.markup(" <code>")
      buffer.text(CleanText(line: "$\(value.name) = \(value.text)", cap: Self.lineCap))
      buffer.markup("</code>")
    }
    buffer.markup("</p>")
  }

  private func fold(_ range: Range<Int>, in buffer: inout XMLBuffer) {
    buffer.markup("<details><summary>… ")
    buffer.text(CleanText(line: "\(range.count) lines"))
    buffer.markup("</summary>")
    lines(range, in: &buffer)
    buffer.markup("</details>")
  }

  /// Adds lines; one that plays a flow unfolds to the lines of the flow.
  private func lines(_ range: Range<Int>, in buffer: inout XMLBuffer) {
    let width = "\(excerpt.firstLine + excerpt.lines.count)".utf8.count
    var isOpen = false
    for index in range.clamped(to: 0..<excerpt.lines.count) {
      let number = excerpt.firstLine + index
      let margin = String(repeating: " ", count: width - "\(number)".utf8.count) + "\(number)"
      let flow = excerpt.played?.flows.first { flow in flow.line == number }
      if isOpen != (flow == nil) {
        buffer.markup(isOpen ? "</pre>" : "<pre>")
        isOpen.toggle()
      }
      if flow != nil { buffer.markup("<details class=\"fw\"><summary>") }
      line(CleanText("\(margin)  "), excerpt.lines[index], number, in: &buffer)
      buffer.markup(flow == nil ? "\n" : "</summary>")
      if let flow { self.flow(flow, margin: width + 4, in: &buffer) }
    }
    if isOpen { buffer.markup("</pre>") }
  }

  /// Adds the lines that a flow played, and ends what unfolds to them.
  private func flow(
    _ flow: SourceExcerpt.Played.Flow, margin: Int, in buffer: inout XMLBuffer
  ) {
    let blanks = String(repeating: " ", count: margin)
    var lines = flow.lines
    if let leftOut = flow.leftOut {
      lines.append("    … \(leftOut) \(leftOut == 1 ? "line" : "lines") left out")
    }
    buffer.markup("<pre>")
    for line in lines {
      buffer.text(oneLine("\(blanks)\(line)"))
      buffer.markup("\n")
    }
    buffer.markup("</pre></details>")
  }

  private func line(
    _ margin: CleanText, _ text: String, _ number: Int, in buffer: inout XMLBuffer
  ) {
    guard let mark = excerpt.marks.first(where: { mark in mark.line == number }) else {
      buffer.text(margin)
      buffer.text(oneLine(text[...]))
      return
    }
    let note = mark.reason.note
    buffer.markup(note == nil ? "<mark>" : "<mark class=\"h\">")
    buffer.text(margin)
    let scalars = text.unicodeScalars
    let start = scalars.index(
      scalars.startIndex, offsetBy: max(0, mark.column - 1), limitedBy: scalars.endIndex)
    let from = start ?? scalars.endIndex
    let end =
      scalars.index(from, offsetBy: max(1, mark.length), limitedBy: scalars.endIndex)
      ?? scalars.endIndex
    buffer.text(oneLine(text[..<from]))
    buffer.markup("<u>")
    buffer.text(oneLine(text[from..<end]))
    buffer.markup("</u>")
    buffer.text(oneLine(text[end...]))
    if let note {
      buffer.markup("<i>")
      buffer.text(CleanText(line: note))
      buffer.markup("</i>")
    }
    buffer.markup("</mark>")
  }

  private func oneLine(_ text: Substring) -> CleanText {
    CleanText(String(text), cap: Self.lineCap)
  }
}
