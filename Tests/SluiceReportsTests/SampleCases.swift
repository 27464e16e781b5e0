import SluiceReports
import SluiceText

/// Cases that look like those of a real run.
enum SampleCases {
  static let file = "Scenarios/firestore/cancellation/document.scenario"
  static let suite = "firestore.document.cancellation"

  static func passed(_ name: String, suite: String = suite, line: Int? = nil) -> CaseReport {
    CaseReport(
      suite: suite, classname: suite, name: name, id: "\(suite)/\(name)",
      place: line.map { SourcePlace(file: file, line: $0) })
  }

  /// Parts of a run with these cases that were not tested.
  static var notTested: NotTested {
    var notTested = NotTested()
    notTested.count(leftOutFor: "no groups here")
    for number in 0..<4 { notTested.countPlayed(isSampled: number == 0) }
    notTested.rules = [
      NotTested.Rule(
        id: "errors.single-winner", reason: "no case has two errors", isApplicable: true),
      NotTested.Rule(
        id: "registration.declared-point", reason: "inapplicable: it registers late",
        isApplicable: false),
    ]
    notTested.isOfWholeRun = true
    return notTested
  }

  /// One case of each outcome, with everything a case can have.
  static let all: [CaseReport] = [
    CaseReport(
      suite: suite, classname: suite, name: "cancel while suspended", id: "suspended",
      place: SourcePlace(file: file, line: 12), assertions: 38,
      virtualTime: .milliseconds(1), realTime: .milliseconds(7)),
    CaseReport(
      suite: suite, classname: suite, name: "cancel while busy", id: "busy",
      place: SourcePlace(file: file, line: 30, column: 1), assertions: 40,
      virtualTime: .seconds(3_600), realTime: .microseconds(2_500),
      properties: [
        ReportProperty(name: "sluice.rule", value: "cancellation.busy-removes"),
        ReportProperty(name: "sluice.schedule", value: "0 1 <2>\n3"),
      ],
      outcome: .failure(
        CaseOutcome.Problem(
          type: "RuleViolation", message: busy.message,
          body: """
            \(busy.message)
             at \(file):34:13
             again: sluice run --schedule '0 1'
            """,
          place: SourcePlace(file: file, line: 34, column: 13), failure: busy)),
      systemOut: "a\tline\r\n\u{1B}[31mred\u{1B}[0m & <plain> [15ms]"),
    CaseReport(
      suite: suite, classname: suite, name: "cancel twice", id: "twice",
      place: SourcePlace(file: file, line: 50),
      outcome: .error(
        CaseOutcome.Problem(
          type: "SubjectCrashed", message: "subject trapped: \"SIGTRAP\"",
          body: "last words: \u{0}\u{FFFE}"))),
    CaseReport(
      suite: suite, classname: suite, name: "cancel by group", id: "group",
      place: SourcePlace(file: file, line: 60), outcome: .skipped(message: "no groups here")),
    CaseReport(
      suite: "auth", classname: "auth.unit", name: "first <user> & \"friends\"", id: "auth",
      virtualTime: .milliseconds(250)),
  ]

  private static let busy: CaseFailure = {
    var failure = CaseFailure(
      .ruleViolation, "cancellation.busy-removes: still registered 5 steps after cancel", line: 34,
      again: "sluice run --schedule '0 1'")
    failure.notes = [" at \(file):34:13"]
    return failure
  }()
}
