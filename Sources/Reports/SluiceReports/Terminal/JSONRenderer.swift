import SluiceText

/// Results as one JSON object a line.
///
/// Each line has an `event`: `case` for a result, `summary` once at the end. Keys stand in a fixed
/// order, and what is not known is left out. Times are seconds with three decimals.
struct JSONRenderer: ResultRenderer {
  let clock: ReportClock

  mutating func text(lacking: String) -> String {
    var object = JSONObject()
    object.add("event", "run")
    object.add("lacking", lacking)
    return object.line
  }

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
    if !report.advice.isEmpty {
      object.add(
        "advice",
        report.advice.map {
          ["rule": $0.cause(in: report), "message": $0.message, "body": $0.body]
        })
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
    if !summary.isOfResultsAlone {
      object.add("exercisedRules", summary.exercisedRules)
      object.add(
        "unexercisedRules",
        summary.notTested.rules.map {
          ["id": $0.id, "reason": $0.reason ?? "no case exercised it"]
        })
      object.add("applicableRules", summary.notTested.applicableRules.map { ["id": $0.id] })
    }
    object.add(
      "leftOut",
      summary.notTested.leftOut.map { part in
        var object = JSONObject()
        object.add("reason", part.reason)
        object.add("cases", part.cases)
        return object
      })
    object.add("sampledCases", summary.notTested.sampled)
    if let schedules = summary.schedules {
      object.add("schedules", schedules.run)
      object.add("distinctSchedules", schedules.distinct)
      object.add("completeCases", schedules.completeCases)
    }
    if !summary.isOfResultsAlone {
      object.add("steps", summary.steps)
      object.add("virtualTime", Milliseconds(summary.virtualTime))
    }
    if clock == .real, !summary.isOfResultsAlone {
      object.add("realTime", Milliseconds(summary.realTime))
    }
    if let interruption = summary.interruption { object.add("interruption", interruption) }
    if let reason = summary.cutShort { object.add("cutShort", reason) }
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

/// A JSON object under construction, its keys in the order they were added.
private struct JSONObject {
  private var members: [String] = []

  /// Adds a text, cleaned as in every report.
  mutating func add(_ key: StaticString, _ value: String) {
    members.append("\(Self.quoted("\(key)")):\(Self.quoted(CleanText(value).string))")
  }

  /// Adds a whole number.
  mutating func add(_ key: StaticString, _ value: Int) {
    members.append("\(Self.quoted("\(key)")):\(value)")
  }

  /// Adds a time as a number of seconds.
  mutating func add(_ key: StaticString, _ value: Milliseconds) {
    members.append("\(Self.quoted("\(key)")):\(value)")
  }

  /// Adds a list of small objects.
  mutating func add(_ key: StaticString, _ values: [KeyValuePairs<StaticString, String>]) {
    add(
      key,
      values.map { pairs in
        var object = JSONObject()
        for (key, value) in pairs { object.add(key, value) }
        return object
      })
  }

  /// Adds a list of objects.
  mutating func add(_ key: StaticString, _ objects: [JSONObject]) {
    let texts = objects.map(\.text).joined(separator: ",")
    members.append("\(Self.quoted("\(key)")):[\(texts)]")
  }

  /// The object.
  var text: String { "{\(members.joined(separator: ","))}" }

  /// The object on a line of its own.
  var line: String { text + "\n" }

  /// A JSON string: quotes, backslashes and controls escaped, all else as it is.
  private static func quoted(_ text: String) -> String {
    var bytes = [UInt8(ascii: "\"")]
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      // Some readers end a line here.
      case "\u{2028}": bytes.append(contentsOf: "\\u2028".utf8)
      case "\u{2029}": bytes.append(contentsOf: "\\u2029".utf8)
      default: bytes.append(contentsOf: scalar.utf8)
      }
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
