/// One form of text for results.
protocol ResultRenderer {
  /// The text for one more case; empty if the form says nothing about it.
  mutating func text(of report: CaseReport, totals: ReportTotals) -> String

  /// The text for the end of the run.
  mutating func text(of summary: RunSummary, totals: ReportTotals) -> String
}

extension CleanText {
  /// The cap for one text on a terminal: a screenful or two of the head and of the tail.
  static let terminalCap = 1 << 14

  /// The text as separate lines; a carriage return alone could overwrite what stands there.
  var lines: [String] {
    var lines = string.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let ending = line.last == "\r" ? line.dropLast() : line
        return ending.split(separator: "\r", omittingEmptySubsequences: false)
          .map { String($0) }.joined(separator: Self.spelledOut("\r"))
      }
    while lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension CaseReport {
  /// Suite, classname if it says more, and name, on one line.
  var title: String {
    let parts = suite == classname ? [suite, name] : [suite, classname, name]
    return parts.map { CleanText(line: $0, cap: 1_024).string }.joined(separator: " / ")
  }
}

extension ReportTotals {
  /// The counts as a sentence.
  var sentence: String {
    "\(cases) \(cases == 1 ? "case" : "cases"): \(passed) passed, \(failures) failed, "
      + "\(countedErrors), \(skipped) skipped"
  }

  /// The number of errors with its noun.
  var countedErrors: String { "\(errors) \(errors == 1 ? "error" : "errors")" }
}
