/// The cases of one suite.
struct HTMLSuite {
  /// Its name.
  let name: ByteOrderedName
  /// The counts of its cases.
  var totals = ReportTotals()
  /// How many of those that passed are not listed.
  var unlisted = 0
  /// Where the list is kept.
  var cases = CaseSpool.Chain()

  private static let textCap = 1_024

  /// Adds a case to a list.
  static func item(
    _ report: CaseReport, _ anchor: HTMLAnchor, on clock: ReportClock, in buffer: inout XMLBuffer
  ) {
    let name = CleanText(line: report.name, cap: textCap)
    let time = Milliseconds(report.time(on: clock))
    switch report.outcome {
    case .failure, .error:
      buffer.markup("<li class=\"f\"")
      buffer.sortingTime(time)
      buffer.markup("><a")
      buffer.attribute("href", anchor.reference)
      buffer.markup(">")
      buffer.text(name)
      buffer.markup("</a>")
    case .passed:
      buffer.markup("<li")
      buffer.attribute("id", anchor.id)
      buffer.sortingTime(time)
      buffer.markup(">")
      buffer.text(name)
    case .skipped(let reason):
      buffer.markup("<li class=\"s\"")
      buffer.attribute("id", anchor.id)
      buffer.sortingTime(time)
      buffer.markup(">")
      buffer.text(name)
      buffer.markup(" <q>")
      buffer.text(CleanText(line: reason, cap: textCap))
      buffer.markup("</q>")
    }
    buffer.markup(" <i>")
    buffer.text(CleanText(line: "\(time) s"))
    buffer.markup("</i></li>\n")
  }
}

extension XMLBuffer {
  /// Adds the attribute by which the script of the page sorts by time; none says no time.
  mutating func sortingTime(_ time: Milliseconds) {
    if time > .zero { attribute("data-t", time) }
  }
}
