import SluiceText

/// A failed case, or one with advice, folded to a line that a click opens.
struct HTMLFailure {
  private let report: CaseReport
  private let problem: CaseOutcome.Problem
  /// Whether it fails nothing.
  private let isAdvice: Bool
  /// What a link to it leads to.
  private let anchor: HTMLAnchor
  private let clock: ReportClock
  private let excerpts: [HTMLExcerpt]
  /// The lines that explain it; nil for none.
  private let why: CleanText?
  private let diagram: HTMLDiagram?

  private static let messageCap = 4_096
  private static let textCap = 1 << 16
  /// What facts are called where people read them.
  private static let names = [
    "sluice.advice": "advice", "sluice.rule": "rule", "sluice.rule.implied": "broken along with it",
    "sluice.schedule": "schedule", "sluice.schedules": "schedules tried",
    "sluice.schedules.complete": "every schedule",
  ]

  /// A failure on a page.
  ///
  /// - Parameters:
  ///   - problem: The failure, or the advice.
  ///   - report: Its case.
  ///   - anchor: What a link to it leads to.
  ///   - number: What tells its parts from those of others on the page.
  ///   - clock: The clock of the page.
  ///   - meaning: The meaning below the heading of the cause; nil for none.
  ///   - isAdvice: Whether it fails nothing.
  init(
    _ problem: CaseOutcome.Problem, of report: CaseReport, anchor: HTMLAnchor, number: Int,
    clock: ReportClock, known meaning: RuleMeaning?, isAdvice: Bool
  ) {
    self.report = report
    self.problem = problem
    self.isAdvice = isAdvice
    self.anchor = anchor
    self.clock = clock
    let failure = problem.failure
    excerpts = failure?.excerpts.map(HTMLExcerpt.init) ?? []
    why = failure.flatMap { failure in Self.why(failure, known: meaning) }
    diagram = failure?.log.flatMap { picture in
      picture.rows.isEmpty ? nil : HTMLDiagram(picture, number: number)
    }
  }

  /// How much there is to read and to think about; a hard failure weighs more than any other.
  var weight: Int { (problem.failure?.isHard == true ? 1 << 32 : 0) + shownLines }

  /// How many lines a reader sees who opens it; folded lines count as one.
  private var shownLines: Int {
    guard let failure = problem.failure, failure.hasParts else {
      return messageLines + CleanText(problem.body, cap: Self.textCap).lines.count
    }
    let places = excerpts.reduce(0) { count, excerpt in count + excerpt.shownLines }
    let schedule = failure.schedule.map { schedule in
      1 + schedule.remarks.count + (schedule.rows?.departures.count ?? 0)
    }
    return messageLines + places + (why?.lines.count ?? 0) + (diagram?.shownRows ?? 0)
      + (schedule ?? 0)
  }

  /// How many lines of the message the line that is always there does not show.
  private var messageLines: Int {
    let count = CleanText(problem.message, cap: Self.messageCap).lines.count
    return count > 1 ? count : 0
  }

  /// The whole of it.
  var text: XMLBuffer {
    var buffer = XMLBuffer()
    write(to: &buffer)
    return buffer
  }

  private func write(to buffer: inout XMLBuffer) {
    let isError = if case .error = report.outcome { true } else { false }
    buffer.markup(isAdvice ? "<details class=\"f a\"" : "<details class=\"f\"")
    buffer.sortingTime(Milliseconds(report.time(on: clock)))
    buffer.markup("><summary>")
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
    if !excerpts.isEmpty {
      buffer.markup("<section><h4>Scenario</h4>")
      for excerpt in excerpts { excerpt.write(to: &buffer) }
      buffer.markup("</section>")
    }
    if let why {
      buffer.markup("<section><h4>Why</h4><pre class=\"px\">")
      buffer.text(why)
      buffer.markup("</pre></section>")
    }
    if let diagram {
      buffer.markup("<section class=\"lg\"><h4>What happened</h4>")
      diagram.write(to: &buffer)
      buffer.markup("</section>")
    }
    schedule(failure.schedule, in: &buffer)
    if let again = failure.again { self.again(again, in: &buffer) }
  }

  /// The lines that explain a failure, without the blank that all of them begin with.
  ///
  /// The meaning below the heading of the cause is not said again.
  private static func why(_ failure: CaseFailure, known: RuleMeaning?) -> CleanText? {
    let meaning = failure.meaning?.lines(besides: known) ?? []
    let lines = failure.notes + meaning + failure.details
    guard !lines.isEmpty else { return nil }
    let isIndented = lines.allSatisfy { line in line.utf8.first == UInt8(ascii: " ") }
    let shown = isIndented ? lines.map { line in String(line.unicodeScalars.dropFirst()) } : lines
    return CleanText(shown.joined(separator: "\n"), cap: textCap)
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
