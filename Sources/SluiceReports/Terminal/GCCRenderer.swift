/// Results as compilers print errors: `file:line:column: error: text`.
///
/// Only what turns the run red is shown, with the account of it indented below, and the counts at
/// the end.
struct GCCRenderer: ResultRenderer {
  mutating func text(of report: CaseReport, totals: ReportTotals) -> String {
    guard let problem = report.outcome.problem else { return "" }
    let place = (problem.place ?? report.place)?.description ?? "sluice"
    let message = CleanText(problem.message, cap: 4_096)
    let head =
      "\(CleanText(line: place, cap: 4_096).string): error: \(report.title): "
      + "\(CleanText(line: message.string).string) [\(CleanText(line: problem.type).string)]\n"
    let body = CleanText(problem.body, cap: CleanText.terminalCap)
    let isRepeated = body.string.utf8.starts(with: message.string.utf8)
    let details = body.lines.dropFirst(isRepeated ? message.lines.count : 0)
    return head + details.map { "  \($0)\n" }.joined()
  }

  mutating func text(of summary: RunSummary, totals: ReportTotals) -> String {
    var text = "sluice: note: \(totals.sentence)\n"
    if let interruption = summary.interruption {
      text += "sluice: note: stopped early: \(CleanText(line: interruption, cap: 4_096).string)\n"
    }
    return text
  }
}
