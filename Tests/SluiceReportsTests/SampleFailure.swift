import SluiceReports
import SluiceText

/// Failures with all the parts that a page shows.
enum SampleFailure {
  /// A case that broke a rule.
  static func report(
    _ name: String, rule: String, suite: String = SampleCases.suite,
    failure: CaseFailure = failure(saying: "a b")
  ) -> CaseReport {
    var report = SampleCases.passed(name, suite: suite, line: 7)
    report.properties = [ReportProperty(name: "sluice.rule", value: rule)]
    report.outcome = .failure(
      CaseOutcome.Problem(
        type: "RuleViolation", message: "\(rule): broken", body: "the account",
        failure: failure))
    return report
  }

  /// A failure somewhat longer than those of the proposal's streams are on average, which have 41
  /// rows and 23 lines.
  static var long: CaseFailure {
    var failure = failure(saying: "a b")
    var rows: [LogPicture.Row] = []
    for step in 1...45 {
      var row = LogPicture.Row(
        time: "\(step / 10)ms", step: step, line: step % 5 == 0 ? 1 : nil)
      row.cells = [
        LogPicture.Cell(lane: step % 2, text: "iterator, drops stream"),
        LogPicture.Cell(lane: 3, text: "sends {n: 1, name: \"San Francisco\"}"),
      ]
      row.alive = [0, 2]
      row.isExcerpt = 20...40 ~= step
      rows.append(row)
    }
    failure.log = LogPicture(
      lanes: [
        LogPicture.Lane(kind: .consumer, name: "S"),
        LogPicture.Lane(kind: .consumer, name: "T"),
        LogPicture.Lane(kind: .registration, name: "#1 (S)"),
        LogPicture.Lane(kind: .backend, name: "firestore"),
      ], rows: rows, blamed: 30)
    failure.excerpts = [
      SourceExcerpt(
        path: SampleCases.file, firstLine: 10,
        lines: (10...35).map { number in "    @10ms   expect S next value number \(number)" },
        marks: [SourceExcerpt.Mark(line: 30, column: 13, length: 10)])
    ]
    return failure
  }

  /// The parts of a failure, with a text in them.
  static func failure(saying text: String) -> CaseFailure {
    var failure = CaseFailure(
      .ruleViolation, "broken", line: 13, again: "sluice run '\(text)'")
    failure.excerpts = [
      SourceExcerpt(
        path: "flows.scenario \(text)", firstLine: 12, lines: ["flow end(X)", "    cancel S"],
        marks: [SourceExcerpt.Mark(line: 13, column: 5, length: 8)]),
      SourceExcerpt(
        path: "a.scenario", firstLine: 3, lines: ["scenario \"\(text)\"", "  play end(S)"],
        marks: [SourceExcerpt.Mark(.played, line: 4, column: 3, length: 99)]),
    ]
    failure.details = [" rule: why", "   more"]
    failure.schedule = ScheduleAccount(
      "schedule: 1 departure \(text)",
      ScheduleRows(seed: 0, departures: [["0ms", "[a, b]", "b"]]))
    failure.log = diagram
    return failure
  }

  /// A consumer that adds a listener, waits, and is cancelled.
  private static var diagram: LogPicture {
    var rows: [LogPicture.Row] = []
    func row(
      _ step: Int, _ cells: [LogPicture.Cell], alive: [Int], arrow: [Int]? = nil,
      line: Int? = nil, isExcerpt: Bool = true
    ) {
      var row = LogPicture.Row(time: step < 5 ? "0ms" : "10ms", step: step, line: line)
      (row.cells, row.alive, row.arrow, row.isExcerpt) = (cells, alive, arrow, isExcerpt)
      rows.append(row)
    }
    row(1, [.init(lane: 0, text: "iterator")], alive: [], line: 12, isExcerpt: false)
    row(
      2, [.init(lane: 0, text: "next(), add #1"), .init(lane: 1, text: "")], alive: [0, 1],
      arrow: [0, 1])
    row(
      3, [.init(lane: 1, text: "callback", call: .begins), .init(lane: 2, text: "sends 1")],
      alive: [0, 1], arrow: [2, 1])
    row(5, [.init(lane: 0, text: "cancel", call: .begins)], alive: [0, 1], line: 13)
    row(6, [], alive: [1])
    rows[4].cells = [.init(lane: 2, text: "")]
    row(7, [.init(lane: 0, text: "cancel", call: .ends)], alive: [], isExcerpt: false)
    var left = LogPicture.Row(time: "10ms", step: 8)
    (left.entries, left.isExcerpt) = (40, false)
    rows.append(left)
    return LogPicture(
      lanes: [
        LogPicture.Lane(kind: .consumer, name: "S"),
        LogPicture.Lane(kind: .registration, name: "#1"),
        LogPicture.Lane(kind: .backend, name: "listener"),
      ], rows: rows, blamed: 3)
  }
}
