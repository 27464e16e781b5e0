/// Results as one JSON object a line.
///
/// Each line has an `event`: `case` for a result, `summary` once at the end. Keys stand in a fixed
/// order, and what is not known is left out. Times are seconds with three decimals.
struct JSONRenderer: ResultRenderer {
  let clock: ReportClock

  mutating func text(of report: CaseReport, totals: ReportTotals) -> String {
    var object = JSONObject()
    object.add("event", "case")
    object.add("id", report.id)
    object.add("suite", report.suite)
    object.add("classname", report.classname)
    object.add("name", report.name)
    add(report.outcome, to: &object)
    if let place = report.outcome.problem?.place ?? report.place {
      object.add("file", place.file)
      if let line = place.line { object.add("line", line) }
      if let column = place.column { object.add("column", column) }
    }
    object.add("time", Milliseconds(report.time(on: clock)))
    object.add("virtualTime", Milliseconds(report.virtualTime))
    if let assertions = report.assertions { object.add("assertions", assertions) }
    if !report.properties.isEmpty {
      object.add("properties", report.properties.map { ["name": $0.name, "value": $0.value] })
    }
    if !report.systemOut.isEmpty { object.add("systemOut", report.systemOut) }
    return object.line
  }

  mutating func text(of summary: RunSummary, totals: ReportTotals) -> String {
    var object = JSONObject()
    object.add("event", "summary")
    object.add("cases", totals.cases)
    object.add("passed", totals.passed)
    object.add("failed", totals.failures)
    object.add("errors", totals.errors)
    object.add("skipped", totals.skipped)
    object.add("exercisedRules", summary.exercisedRules)
    object.add(
      "unexercisedRules", summary.unexercisedRules.map { ["id": $0.id, "reason": $0.reason] })
    if let schedules = summary.schedules {
      object.add("schedules", schedules.run)
      object.add("distinctSchedules", schedules.distinct)
    }
    object.add("steps", summary.steps)
    object.add("virtualTime", Milliseconds(summary.virtualTime))
    if clock == .real { object.add("realTime", Milliseconds(summary.realTime)) }
    if let interruption = summary.interruption { object.add("interruption", interruption) }
    return object.line
  }

  private func add(_ outcome: CaseOutcome, to object: inout JSONObject) {
    switch outcome {
    case .passed: object.add("outcome", "passed")
    case .failure(let problem): add(problem, as: "failed", to: &object)
    case .error(let problem): add(problem, as: "error", to: &object)
    case .skipped(let message):
      object.add("outcome", "skipped")
      object.add("message", message)
    }
  }

  private func add(
    _ problem: CaseOutcome.Problem, as outcome: String, to object: inout JSONObject
  ) {
    object.add("outcome", outcome)
    object.add("type", problem.type)
    object.add("message", problem.message)
    object.add("body", problem.body)
  }
}
