import SluiceReports

extension TemporaryDirectory {
  /// The page of some cases.
  func page(
    _ cases: [(CaseReport, CaseDetails)], header: JUnitHeader = JUnitHeader(),
    summary: RunSummary = RunSummary()
  ) throws -> ParsedElement {
    let report = try HTMLReport(path: path("page.html"), header: header)
    var totals = ReportTotals()
    for (one, details) in cases {
      try report.add(one, details)
      totals.count(one.outcome, time: one.time(on: header.clock))
    }
    try report.close(summary, totals)
    return try ParsedElement(xml: contents(of: "page.html"))
  }

  /// The page of cases of which nothing more is known.
  func page(of cases: [CaseReport]) throws -> ParsedElement {
    try page(cases.map { one in (one, CaseDetails()) })
  }
}
