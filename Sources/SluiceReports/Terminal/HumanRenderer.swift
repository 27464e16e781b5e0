/// Results for a person: failures when they happen, progress, slow cases and a summary.
struct HumanRenderer: ResultRenderer {
  private let palette: Palette
  private let clock: ReportClock
  private var progress: ProgressLine
  private var slowest: SlowestCases

  init(style: TerminalReport.Style, plannedCases: Int?) {
    palette = Palette(isEnabled: style.usesColor)
    clock = style.clock
    progress = ProgressLine(plannedCases: plannedCases, isTerminal: style.isTerminal)
    slowest = SlowestCases(capacity: style.slowestCases)
  }

  mutating func text(of report: CaseReport, totals: ReportTotals) -> String {
    slowest.add(time: report.time(on: clock), name: report.title)
    guard let problem = report.outcome.problem else { return progress.advance(to: totals) }
    return progress.erase() + account(of: problem, in: report) + progress.redraw(totals)
  }

  mutating func text(of summary: RunSummary, totals: ReportTotals) -> String {
    progress.erase() + slowList() + counts(totals, summary) + rules(summary) + cost(summary)
  }
}

extension HumanRenderer {
  private func account(of problem: CaseOutcome.Problem, in report: CaseReport) -> String {
    let isError = if case .error = report.outcome { true } else { false }
    var lines = ["\(palette.red(isError ? "ERROR" : "FAILED")) \(palette.bold(report.title))"]
    let message = CleanText(problem.message, cap: 4_096)
    let body = CleanText(problem.body, cap: CleanText.terminalCap)
    let place = (problem.place ?? report.place).map { place in
      CleanText(line: place.description, cap: 4_096).string
    }
    if let place, !body.string.contains(place) { lines.append("  at \(place)") }
    if !body.string.utf8.starts(with: message.string.utf8) {
      lines += message.lines.map { "  \($0)" }
    }
    lines += body.lines.map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n\n"
  }

  private func slowList() -> String {
    let entries = slowest.entries
    guard !entries.isEmpty else { return "" }
    let lines = entries.map { "  \(Milliseconds($0.time)) s  \($0.name)\n" }
    return "\(palette.bold("slowest"))\n" + lines.joined()
  }

  private func counts(_ totals: ReportTotals, _ summary: RunSummary) -> String {
    let sentence = totals.isRed ? palette.red(totals.sentence) : palette.green(totals.sentence)
    guard let interruption = summary.interruption else { return sentence + "\n" }
    return sentence + "\nstopped early: \(CleanText(line: interruption, cap: 4_096).string)\n"
  }

  private func rules(_ summary: RunSummary) -> String {
    let unexercised = summary.unexercisedRules
    let head = "rules: \(summary.exercisedRules) exercised, \(unexercised.count) not exercised\n"
    guard summary.namesUnexercisedRules else { return head }
    let lines = unexercised.map { rule in
      "  \(CleanText(line: rule.id).string): \(CleanText(line: rule.reason).string)\n"
    }
    return head + lines.joined()
  }

  private func cost(_ summary: RunSummary) -> String {
    let schedules =
      summary.schedules.map { count in
        "schedules: \(count.run) run, \(count.distinct) distinct\n"
      } ?? ""
    let virtual =
      schedules
      + "steps: \(summary.steps); virtual time: \(Milliseconds(summary.virtualTime)) s"
    switch clock {
    case .virtual: return "\(virtual)\n"
    case .real: return "\(virtual); real time: \(Milliseconds(summary.realTime)) s\n"
    }
  }
}
