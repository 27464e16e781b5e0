import SluiceText

/// A report beside the JUnit report, which is told of the same cases in the same order.
package protocol FurtherReport {
  /// Adds the result of a case.
  ///
  /// - Parameters:
  ///   - report: The result.
  ///   - details: What can be shown of it beside what every report shows.
  /// - Throws: `ReportError` if it can't be kept.
  func add(_ report: CaseReport, _ details: CaseDetails) throws(ReportError)

  /// Ends the report, and puts it where it goes.
  ///
  /// - Parameters:
  ///   - summary: What is said beside the counts.
  ///   - totals: The counts.
  /// - Throws: `ReportError` if the system refuses.
  func close(_ summary: RunSummary, _ totals: ReportTotals) throws(ReportError)
}

extension CaseOutcome.Problem {
  /// The account without the command that shows the failure again, and that command, if there is
  /// one.
  var parts: (account: [String], again: String?) {
    let text = failure?.text(CaseFailure.TextStyle(hasCommand: false)).rendered ?? body
    var lines = CleanText(text, cap: CleanText.terminalCap).lines
    let again = failure?.again.map { again in
      CleanText(line: again, cap: CleanText.terminalCap).string
    }
    while lines.last?.allSatisfy({ $0 == " " }) == true { lines.removeLast() }
    return (lines, again)
  }

  /// The rule that is violated, or else the kind of the problem.
  func cause(in report: CaseReport) -> String {
    if let rule { return rule }
    let rule = report.properties.first { property in property.name == "sluice.rule" }
    return type == "RuleViolation" ? rule?.value ?? type : type
  }
}
