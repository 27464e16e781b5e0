import SluiceText

/// A failed case, or one with advice, folded to a line that a click opens.
struct HTMLFailure {
  let report: CaseReport
  let problem: CaseOutcome.Problem
  /// Whether it fails nothing.
  let isAdvice: Bool
  /// What a link to it leads to.
  let anchor: HTMLAnchor
  /// What tells its parts from those of others on the page.
  let number: Int
  let clock: ReportClock

  private static let messageCap = 4_096
  private static let textCap = 1 << 16
  /// What facts are called where people read them.
  private static let names = [
    "sluice.advice": "advice", "sluice.rule": "rule", "sluice.rule.implied": "broken along with it",
    "sluice.schedule": "schedule", "sluice.schedules": "schedules tried",
    "sluice.schedules.complete": "every schedule",
  ]

  /// Adds it.
  func write(to buffer: inout XMLBuffer) {
    let isError = if case .error = report.outcome { true } else { false }
    buffer.markup(isAdvice ? "<details class=\"f a\"><summary>" : "<details class=\"f\"><summary>")
    buffer.markup(
      isAdvice
        ? "<b class=\"k a\">advice</b>"
        : isError ? "<b class=\"k e\">error</b>" : "<b class=\"k\">failed</b>")
    buffer.markup("<span class=\"ti\">")
    buffer.text(CleanText(line: report.suite, cap: Self.messageCap))
    buffer.markup(" <i>›</i> <b>")
    buffer.text(CleanText(line: report.name, cap: Self.messageCap))
    buffer.markup("</b></span><span class=\"ms\">")
    buffer.text(CleanText(line: problem.message, cap: Self.messageCap))
    buffer.markup("</span></summary><div class=\"bd\"")
    buffer.attribute("id", anchor.id)
    buffer.markup(">")
    message(in: &buffer)
    if let failure = problem.failure, failure.hasParts {
      parts(failure, in: &buffer)
    } else {
      body(in: &buffer)
    }
    facts(in: &buffer)
    buffer.markup("</div></details>\n")
  }

  /// The message, if there is more of it than the line above has.
  private func message(in buffer: inout XMLBuffer) {
    let message = CleanText(problem.message, cap: Self.messageCap)
    guard message.lines.count > 1 else { return }
    buffer.markup("<pre class=\"px\">")
    buffer.text(message)
    buffer.markup("</pre>")
  }

  private func parts(_ failure: CaseFailure, in buffer: inout XMLBuffer) {
    if !failure.excerpts.isEmpty {
      buffer.markup("<section><h4>Scenario</h4>")
      for excerpt in failure.excerpts { HTMLExcerpt(excerpt).write(to: &buffer) }
      buffer.markup("</section>")
    }
    let why = failure.notes + failure.explanation
    if !why.isEmpty {
      buffer.markup("<section><h4>Why</h4><pre class=\"px\">")
      buffer.text(unindented(why))
      buffer.markup("</pre></section>")
    }
    if let picture = failure.log, !picture.rows.isEmpty {
      buffer.markup("<section class=\"lg\"><h4>What happened</h4>")
      HTMLDiagram(picture, number: number).write(to: &buffer)
      buffer.markup("</section>")
    }
    schedule(failure.schedule, in: &buffer)
    if let again = failure.again { self.again(again, in: &buffer) }
  }

  /// Lines without the blank that all of them begin with.
  private func unindented(_ lines: [String]) -> CleanText {
    let isIndented = lines.allSatisfy { line in line.utf8.first == UInt8(ascii: " ") }
    let lines = isIndented ? lines.map { line in String(line.unicodeScalars.dropFirst()) } : lines
    return CleanText(lines.joined(separator: "\n"), cap: Self.textCap)
  }

  private func schedule(_ schedule: ScheduleAccount?, in buffer: inout XMLBuffer) {
    guard let schedule else { return }
    buffer.markup("<section><h4>Schedule</h4>")
    for line in [schedule.heading] + schedule.remarks {
      buffer.markup("<p>")
      buffer.text(CleanText(line: line, cap: Self.messageCap))
      buffer.markup("</p>")
    }
    if let departures = schedule.rows?.departures, !departures.isEmpty {
      buffer.markup("<div class=\"sc\" tabindex=\"0\" role=\"region\" aria-label=\"Departures\">")
      buffer.markup("<table class=\"dp\"><thead><tr><th>at</th><th>ready</th><th>run</th>")
      buffer.markup("</tr></thead><tbody>")
      for departure in departures {
        buffer.markup("<tr>")
        for cell in departure {
          buffer.markup("<td>")
          buffer.text(CleanText(line: cell, cap: Self.messageCap))
          buffer.markup("</td>")
        }
        buffer.markup("</tr>")
      }
      buffer.markup("</tbody></table></div>")
    }
    buffer.markup("</section>")
  }

  private func again(_ command: String, in buffer: inout XMLBuffer) {
    buffer.markup("<section><h4>Again</h4><div class=\"ag\"><pre><code>")
    buffer.text(CleanText(line: command, cap: Self.textCap))
    buffer.markup("</code></pre><button type=\"button\" class=\"cp js\">Copy</button></div>")
    buffer.markup("</section>")
  }

  /// All that is known of a problem whose parts are not.
  private func body(in buffer: inout XMLBuffer) {
    buffer.markup("<pre class=\"px\">")
    buffer.text(CleanText(problem.body, cap: Self.textCap))
    buffer.markup("</pre>")
  }

  private func facts(in buffer: inout XMLBuffer) {
    buffer.markup("<dl>")
    if let place = problem.place ?? report.place {
      fact("place", CleanText(line: place.description, cap: Self.messageCap), in: &buffer)
    }
    for property in report.properties where property.name != "subject" {
      let name = Self.names[property.name] ?? property.name
      fact(name, CleanText(line: property.value, cap: Self.messageCap), in: &buffer)
    }
    fact("time", CleanText(line: "\(Milliseconds(report.time(on: clock))) s"), in: &buffer)
    buffer.markup("<div><dt>case</dt><dd><a")
    buffer.attribute("href", anchor.reference)
    buffer.markup(">")
    buffer.text(CleanText(line: report.id, cap: Self.messageCap))
    buffer.markup("</a></dd></div></dl>")
  }

  private func fact(_ name: String, _ value: CleanText, in buffer: inout XMLBuffer) {
    buffer.markup("<div><dt>")
    buffer.text(CleanText(line: name))
    buffer.markup("</dt><dd>")
    buffer.text(value)
    buffer.markup("</dd></div>")
  }
}

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
  private static let reach = (before: 12, after: 10)

  init(_ excerpt: SourceExcerpt) { self.excerpt = excerpt }

  /// Adds the path and the lines.
  func write(to buffer: inout XMLBuffer) {
    buffer.markup("<figure><figcaption>")
    let line = excerpt.marks.first.map { mark in ":\(mark.line)" } ?? ""
    buffer.text(CleanText(line: excerpt.path + line, cap: 4_096))
    buffer.markup("</figcaption>")
    buffer.markup("<div class=\"sc\" tabindex=\"0\" role=\"region\" aria-label=\"Scenario\">")
    let all = excerpt.lines.indices
    let marked = excerpt.marks.map { mark in mark.line - excerpt.firstLine }
      .filter { index in all.contains(index) }
    let (first, last) = (marked.min() ?? 0, marked.max() ?? all.upperBound - 1)
    // What is marked has to be seen at once, and what the scenario is called.
    let near = max(1, first - Self.reach.before)..<min(all.upperBound, last + 1 + Self.reach.after)
    let (begin, end) = (min(near.lowerBound, all.upperBound), max(near.upperBound, 1))
    if begin > 3 {
      lines(0..<1, in: &buffer)
      fold(1..<begin, in: &buffer)
    }
    lines((begin > 3 ? begin : 0)..<(all.upperBound - end > 2 ? end : all.upperBound), in: &buffer)
    if all.upperBound - end > 2 { fold(end..<all.upperBound, in: &buffer) }
    buffer.markup("</div></figure>")
  }

  private func fold(_ range: Range<Int>, in buffer: inout XMLBuffer) {
    buffer.markup("<details><summary>… ")
    buffer.text(CleanText(line: "\(range.count) lines"))
    buffer.markup("</summary>")
    lines(range, in: &buffer)
    buffer.markup("</details>")
  }

  private func lines(_ range: Range<Int>, in buffer: inout XMLBuffer) {
    let width = "\(excerpt.firstLine + excerpt.lines.count)".utf8.count
    buffer.markup("<pre>")
    for index in range.clamped(to: 0..<excerpt.lines.count) {
      let number = excerpt.firstLine + index
      let margin = String(repeating: " ", count: width - "\(number)".utf8.count) + "\(number)"
      line(CleanText("\(margin)  "), excerpt.lines[index], number, in: &buffer)
    }
    buffer.markup("</pre>")
  }

  private func line(
    _ margin: CleanText, _ text: String, _ number: Int, in buffer: inout XMLBuffer
  ) {
    guard let mark = excerpt.marks.first(where: { mark in mark.line == number }) else {
      buffer.text(margin)
      buffer.text(oneLine(text[...]))
      buffer.markup("\n")
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
    buffer.markup("</mark>\n")
  }

  private func oneLine(_ text: Substring) -> CleanText {
    CleanText(String(text), cap: Self.lineCap)
  }
}
