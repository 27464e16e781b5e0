/// A report in the Test Anything Protocol: a line a case, and below each that failed the account of
/// it as YAML.
///
/// It is right by version 14, and says 13, of which it is as well: many a reader refuses what says
/// a version that is later than itself.
///
/// It is written while the cases finish, and is there whole or not at all. What a case says is
/// escaped, so that no name becomes a directive and no account ends its block. The plan stands
/// last: a run that was content with a part of its cases has that part. One that was stopped bails
/// out.
package final class TAPReport: FurtherReport {
  private let draft: ReportDraft
  private let clock: ReportClock
  private var count = 0

  /// The first lines of each report.
  static let beginning = "TAP version 13\n# sluice\n"

  /// Begins a report.
  ///
  /// - Parameters:
  ///   - path: Where it goes.
  ///   - clock: The clock whose times it shows.
  /// - Throws: `ReportError` if it can't be written there.
  package init(path: String, clock: ReportClock) throws(ReportError) {
    self.clock = clock
    draft = try ReportDraft(of: ReportTarget(path: path))
    try draft.write(Self.beginning)
  }

  /// Adds the result of a case.
  package func add(_ report: CaseReport, _ details: CaseDetails) throws(ReportError) {
    count += 1
    let advice = report.advice.map { problem in
      "# advice: \(Self.line(problem.message))\n"
    }
    try draft.write(text(of: report) + advice.joined())
  }

  /// Ends the report, and moves it into place.
  package func close(_ summary: RunSummary, _ totals: ReportTotals) throws(ReportError) {
    for line in summary.notTestedLines {
      try draft.write("# not tested: \(Self.line(line))\n")
    }
    if let reason = summary.cutShort { try draft.write("# stopped early: \(Self.line(reason))\n") }
    if let reason = summary.interruption {
      try draft.write("Bail out! \(Self.line(reason))\n")
    } else {
      try draft.write(count == 0 ? "1..0 # SKIP no case\n" : "1..\(count)\n")
    }
    try draft.publish()
  }
}

extension TAPReport {
  private func text(of report: CaseReport) -> String {
    let line = "\(count) - \(Self.escaped(report.title))"
    switch report.outcome {
    case .passed: return "ok \(line)\n"
    case .skipped(let reason): return "ok \(line) # SKIP \(Self.escaped(Self.line(reason)))\n"
    case .failure(let problem):
      return "not ok \(line)\n" + diagnostics(of: problem, severity: "fail", in: report)
    case .error(let problem):
      return "not ok \(line)\n" + diagnostics(of: problem, severity: "error", in: report)
    }
  }

  private func diagnostics(
    of problem: CaseOutcome.Problem, severity: String, in report: CaseReport
  ) -> String {
    var lines = [
      "---", "message: \(Self.quoted(Self.line(problem.message)))", "severity: \(severity)",
      "type: \(Self.quoted(Self.line(problem.type)))",
      "cause: \(Self.quoted(Self.line(problem.cause(in: report))))",
      "id: \(Self.quoted(Self.line(report.id)))",
    ]
    if let place = problem.place ?? report.place {
      lines += ["at:", "  file: \(Self.quoted(Self.line(place.file)))"]
      if let line = place.line { lines.append("  line: \(line)") }
      if let column = place.column { lines.append("  column: \(column)") }
    }
    lines.append("seconds: \(Milliseconds(report.time(on: clock)))")
    let (account, again) = problem.parts
    lines += Self.block("account", account)
    if let again { lines.append("again: \(Self.quoted(again))") }
    return (lines + ["..."]).map { line in "  \(line)\n" }.joined()
  }

  /// A text of several lines: as they are, where YAML takes them so, or else in quotes.
  private static func block(_ key: String, _ lines: [String]) -> [String] {
    guard let first = lines.first else { return [] }
    let isPlain =
      !first.isEmpty && !first.hasPrefix(" ")
      && lines.allSatisfy { line in
        line.unicodeScalars.allSatisfy { scalar in
          // Readers of old YAML end a line at the separators, and none may see a byte order mark.
          scalar.value >= 0x20 && !["\u{2028}", "\u{2029}", "\u{FEFF}"].contains(scalar)
        }
      }
    guard isPlain else { return ["\(key): \(quoted(lines.joined(separator: "\n")))"] }
    return ["\(key): |"] + lines.map { line in "  \(line)" }
  }

  /// A text in a line of its own.
  private static func line(_ text: String) -> String { CleanText(line: text, cap: 4_096).string }

  /// A description or a reason, in which nothing begins a directive.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar == "\\" || scalar == "#" ? "\\\(scalar)" : String(scalar)
    }.joined()
  }

  /// A text between double quotes, as YAML and JSON have it.
  private static func quoted(_ text: String) -> String {
    let inside = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case "\u{2028}": "\\u2028"
      case "\u{2029}": "\\u2029"
      case "\u{FEFF}": "\\uFEFF"
      default: String(scalar)
      }
    }
    return "\"\(inside.joined())\""
  }
}
