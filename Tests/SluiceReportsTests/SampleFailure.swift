import SluiceReports

/// Failures with all the parts that a page shows.
enum SampleFailure {
  /// A case that broke a rule.
  static func report(
    _ name: String, rule: String, suite: String = SampleCases.suite
  ) -> CaseReport {
    var report = SampleCases.passed(name, suite: suite, line: 7)
    report.properties = [ReportProperty(name: "sluice.rule", value: rule)]
    report.outcome = .failure(
      CaseOutcome.Problem(type: "RuleViolation", message: "\(rule): broken", body: "the account"))
    return report
  }

  /// What is shown of it.
  static var details: CaseDetails {
    var details = CaseDetails()
    details.failure = failure(saying: "a b")
    return details
  }

  /// A failure somewhat longer than those of the proposal's streams are on average, which have 41
  /// rows and 23 lines.
  static var long: CaseDetails {
    var details = details
    var rows: [SequenceDiagram.Row] = []
    for step in 1...45 {
      var row = SequenceDiagram.Row(
        time: "\(step / 10)ms", step: step, line: step % 5 == 0 ? 1 : nil)
      row.cells = [
        SequenceDiagram.Cell(lane: step % 2, text: "iterator, drops stream"),
        SequenceDiagram.Cell(lane: 3, text: "sends {n: 1, name: \"San Francisco\"}"),
      ]
      row.alive = [0, 2]
      row.isExcerpt = 20...40 ~= step
      rows.append(row)
    }
    details.failure?.diagram = SequenceDiagram(
      lanes: [
        SequenceDiagram.Lane(name: "S", kind: .consumer),
        SequenceDiagram.Lane(name: "T", kind: .consumer),
        SequenceDiagram.Lane(name: "#1 (S)", kind: .registration),
        SequenceDiagram.Lane(name: "firestore", kind: .backend),
      ], rows: rows, blamed: 30)
    details.failure?.excerpts = [
      SourceExcerpt(
        path: SampleCases.file, firstLine: 10,
        lines: (10...35).map { number in "    @10ms   expect S next value number \(number)" },
        marks: [SourceExcerpt.Mark(line: 30, column: 13, length: 10)])
    ]
    return details
  }

  /// The parts of a failure, with a text in them.
  static func failure(saying text: String) -> FailureDetails {
    var failure = FailureDetails(again: "sluice run '\(text)'")
    failure.excerpts = [
      SourceExcerpt(
        path: "flows.scenario \(text)", firstLine: 12, lines: ["flow end(X)", "    cancel S"],
        marks: [SourceExcerpt.Mark(line: 13, column: 5, length: 8)]),
      SourceExcerpt(
        path: "a.scenario", firstLine: 3, lines: ["scenario \"\(text)\"", "  play end(S)"],
        marks: [SourceExcerpt.Mark(line: 4, column: 3, length: 99, note: "played here")]),
    ]
    failure.explanation = [" rule: why", "   more"]
    failure.schedule = ["schedule: 1 departure \(text)"]
    failure.departures = [["0ms", "[a, b]", "b"]]
    failure.diagram = diagram
    return failure
  }

  /// A consumer that adds a listener, waits, and is cancelled.
  private static var diagram: SequenceDiagram {
    var rows: [SequenceDiagram.Row] = []
    func row(
      _ step: Int, _ cells: [SequenceDiagram.Cell], alive: [Int], arrow: [Int]? = nil,
      line: Int? = nil, isExcerpt: Bool = true
    ) {
      var row = SequenceDiagram.Row(time: step < 5 ? "0ms" : "10ms", step: step, line: line)
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
    var left = SequenceDiagram.Row(time: "10ms", step: 8)
    (left.entries, left.isExcerpt) = (40, false)
    rows.append(left)
    return SequenceDiagram(
      lanes: [
        SequenceDiagram.Lane(name: "S", kind: .consumer),
        SequenceDiagram.Lane(name: "#1", kind: .registration),
        SequenceDiagram.Lane(name: "listener", kind: .backend),
      ], rows: rows, blamed: 3)
  }
}
