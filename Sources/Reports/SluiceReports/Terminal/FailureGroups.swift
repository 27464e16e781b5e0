import SluiceText

/// The failures of a run by their causes, as reports show them.
typealias FailureGroups = CauseGroups<ReportedFailure>

/// A cause of a run with its symptoms, as reports show it.
typealias FailureFamily = CauseFamily<FailureGroups.Group>

/// A failed case, or one with advice, as reports group it.
struct ReportedFailure: GroupedFailure {
  let report: CaseReport
  let problem: CaseOutcome.Problem
  let cause: String
  let lineCount: Int
  let isHard: Bool

  init(_ report: CaseReport, _ problem: CaseOutcome.Problem) {
    self.report = report
    self.problem = problem
    cause = problem.cause(in: report)
    lineCount = problem.body.utf8.count { byte in byte == UInt8(ascii: "\n") }
    // A failure that is only known as text has its schedule in a property.
    let isRace = report.properties.contains { property in property.name == "sluice.schedule" }
    isHard = isRace || problem.failure?.isHard ?? false
  }

  var title: String { report.title }

  /// The stream, as the suite is called without its last part, the layer.
  var part: ByteOrderedName { ByteOrderedName(FailureGroups.stream(of: report)) }
}

extension FailureGroups {
  /// Takes in a case with a problem.
  mutating func add(_ report: CaseReport, _ problem: CaseOutcome.Problem) {
    add(ReportedFailure(report, problem))
  }

  /// The stream of a case, as its suite is called without the last part, the layer.
  static func stream(of report: CaseReport) -> String {
    report.suite.lastIndex(of: ".").map { dot in String(report.suite[..<dot]) } ?? report.suite
  }
}

extension CauseGroups.Group where Failure == ReportedFailure {
  /// How many cases of each suite failed, without the suite's layer.
  var streams: [ByteOrderedName: Int] { parts }
}
