import Foundation
import SluiceReports
import Testing

@Suite("Independent readers")
struct IndependentReaderTests {
  /// Prints the cases of a report as JSON, as `junitparser` has them.
  private static let junitparser = """
    import json, sys
    from junitparser import JUnitXml, Error, Failure, Skipped
    words = {Error: "error", Failure: "failure", Skipped: "skipped"}
    cases = []
    for suite in JUnitXml.fromfile(sys.argv[1]):
        for case in suite:
            result = case.result[0] if case.result else None
            cases.append({
                "suite": suite.name, "classname": case.classname, "name": case.name,
                "outcome": words[type(result)] if result is not None else "passed",
                "time": round(case.time * 1000),
                "message": result.message if result is not None else None})
    print(json.dumps(cases))
    """

  /// The same as `junit2html` has them, which takes an error for a failure.
  private static let junit2html = """
    import json, sys
    from junit2htmlreport.parser import Junit
    cases = []
    for suite in Junit(sys.argv[1]):
        for case in suite.all():
            cases.append({
                "suite": suite.name, "classname": case.testclass.name, "name": case.name,
                "outcome": {"passed": "passed", "failed": "failure", "skipped": "skipped"}[
                    case.outcome().value.lower()],
                "time": round(case.duration * 1000),
                "message": case.failure_msg or case.skipped_msg})
    print(json.dumps(cases))
    """

  /// The cases of every kind, with times of their own.
  private static let cases: [CaseReport] = {
    var cases = SampleCases.all + HostileCases.all
    for index in cases.indices { cases[index].realTime = .milliseconds(1 + 7 * index) }
    return cases
  }()

  private static func read(_ script: String, dialect: JUnitDialect = .complete) throws -> [ReadCase]
  {
    let directory = try TemporaryDirectory()
    let path = directory.path("report")
    let header = JUnitHeader(
      origin: .run(startedAt: 1_787_313_600, hostname: nil),
      properties: [ReportProperty(name: "sluice.version", value: "1.0.0")])
    let report = try JUnitReport(path: path, header: header, dialect: dialect)
    for testcase in cases { try report.add(testcase) }
    try report.close()
    let output = try ForeignReader.output(of: ForeignReader.python, ["-c", script, path])
    return try JSONDecoder().decode([ReadCase].self, from: output)
  }

  /// What the cases are, each as it has to be read.
  private static func expected(_ word: (CaseOutcome) -> (String, String?)) throws -> Set<ReadCase> {
    Set(
      try cases.map { report in
        let clean = try JUnitCase(report)
        let (outcome, message) = word(report.outcome)
        return ReadCase(
          suite: clean.suite.string, classname: clean.classname.string, name: clean.name.string,
          outcome: outcome, time: Int(Milliseconds(report.realTime).count), message: message)
      })
  }

  /// A message as a report has it: what is blank gives way to the type, or to words that say so.
  private static func shown(_ message: String, _ instead: String) -> String {
    let text = CleanText(message, cap: 4_096)
    return text.isBlank ? CleanText(line: instead).string : text.string
  }

  @Test(
    "junitparser gives back names, outcomes, times and messages",
    .enabled(if: ForeignReader.hasModule("junitparser"), "needs Python's junitparser"),
    arguments: [JUnitDialect.complete, .junit10, .windyroad])
  func parser(dialect: JUnitDialect) throws {
    let read = try Self.read(Self.junitparser, dialect: dialect)
    let expected = try Self.expected { outcome in
      switch outcome {
      case .passed: ("passed", nil)
      case .failure(let problem): ("failure", Self.shown(problem.message, problem.type))
      case .error(let problem): ("error", Self.shown(problem.message, problem.type))
      case .skipped(let reason): ("skipped", Self.shown(reason, "skipped without a reason"))
      }
    }
    #expect(read.count == Self.cases.count)
    #expect(Set(read) == expected)
  }

  @Test(
    "junit2html gives them back too",
    .enabled(if: ForeignReader.hasModule("junit2htmlreport"), "needs Python's junit2html"),
    arguments: [JUnitDialect.complete, .junit10, .windyroad])
  func converter(dialect: JUnitDialect) throws {
    let read = try Self.read(Self.junit2html, dialect: dialect)
    let expected = try Self.expected { outcome in
      switch outcome {
      case .passed: ("passed", nil)
      case .failure(let problem), .error(let problem):
        ("failure", Self.shown(problem.message, problem.type))
      case .skipped(let reason): ("skipped", Self.shown(reason, "skipped without a reason"))
      }
    }
    #expect(read.count == Self.cases.count)
    #expect(Set(read) == expected)
  }
}
