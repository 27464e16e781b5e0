import Foundation
import SluiceReports
import SluiceText
import Testing

@Suite("GitHub's report")
struct GitHubReportTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What GitHub is told of some cases: the workflow commands, and the summary.
  private func report(
    of cases: [CaseReport], _ summary: RunSummary = RunSummary(), folder: String? = "",
    behind earlier: String = ""
  ) throws -> (commands: [String], summary: String) {
    let path = directory.path("summary.md")
    try Data(earlier.utf8).write(to: URL(fileURLWithPath: path))
    var printed = ""
    let report = try GitHubReport(
      to: GitHubReport.Destination(
        summary: .appended(path), annotate: { printed += $0 }, folder: folder),
      header: JUnitHeader(properties: [ReportProperty(name: "subject", value: "mine")]))
    var totals = ReportTotals()
    for testcase in cases {
      try report.add(testcase, CaseDetails())
      totals.count(testcase.outcome, time: testcase.virtualTime)
    }
    try report.close(summary, totals)
    let commands = printed.split(separator: "\n").map { line in String(line) }
    return (commands, try directory.text(of: "summary.md"))
  }

  /// A failure by a rule, in an account of so many lines.
  private static func failed(_ name: String, by rule: String, lines: Int = 3) -> CaseReport {
    var report = SampleCases.passed(name, suite: "stream.unit", line: 7)
    report.properties = [ReportProperty(name: "sluice.rule", value: rule)]
    var failure = CaseFailure(
      .ruleViolation, "\(rule): broken", line: 7, again: "run '\(name)'")
    failure.details = (1..<lines).map { line in "log \(line)" }
    report.outcome = .failure(CaseOutcome.Problem(failure))
    return report
  }

  @Test("says in the summary what was not tested")
  func notTested() throws {
    let summary = try report(of: [], RunSummary(notTested: SampleCases.notTested)).summary
    #expect(summary.contains("<details><summary>Not tested</summary>\n\n- 1 of 5 cases, no groups"))
    #expect(try !report(of: []).summary.contains("Not tested"))
  }

  @Test("has an annotation for the smallest failure of each cause, then for further ones")
  func annotations() throws {
    let cases =
      [Self.failed("large", by: "a", lines: 9), Self.failed("small", by: "a")]
      + [Self.failed("only", by: "b")]
    let commands = try report(of: SampleCases.all + cases, folder: "gate/").commands
    let file = "gate/\(SampleCases.file)"
    #expect(
      commands == [
        "::error file=\(file),line=7,title=stream.unit / small::a: broken%0A"
          + "1 other case fails by a%0Aagain: run 'small'",
        "::error file=\(file),line=34,col=13,title=\(SampleCases.suite) / cancel while busy::"
          + "cancellation.busy-removes: still registered 5 steps after cancel%0A"
          + "again: sluice run --schedule '0 1'",
        "::error file=\(file),line=50,title=\(SampleCases.suite) / cancel twice::"
          + "subject trapped: \"SIGTRAP\"",
        "::error file=\(file),line=7,title=stream.unit / only::b: broken%0Aagain: run 'only'",
        "::error file=\(file),line=7,title=stream.unit / large::a: broken%0Aagain: run 'large'",
      ])
  }

  @Test("names the symptoms of a fault in its annotation, and below it in the summary")
  func symptoms() throws {
    var summary = RunSummary()
    summary.symptoms = Symptoms(["lead": ["symptom"]])
    let cases = [
      Self.failed("first", by: "symptom"), Self.failed("one", by: "lead"),
      Self.failed("two", by: "lead"),
    ]
    let (commands, text) = try report(of: cases, summary)
    #expect(
      commands.first?.hasSuffix(
        "title=stream.unit / one::lead: broken%0A1 other case fails by lead%0A"
          + "also, usually by the same fault: symptom%0Aagain: run 'one'") == true)
    #expect(commands.count == 3)
    #expect(text.contains("| 2 | lead | stream |\n| 1 | also symptom | stream |\n"))
    #expect(text.contains("<summary>symptom: stream.unit / first</summary>"))
  }

  @Test("has no more annotations than are shown, and says how many it leaves out")
  func limit() throws {
    let ten = (0..<10).map { number in Self.failed("case \(number)", by: "rule.\(number % 4)") }
    #expect(try report(of: ten).commands.count == 10)
    let many = (0..<13).map { number in Self.failed("case \(number)", by: "rule.\(number)") }
    let commands = try report(of: many).commands
    #expect(commands.filter { command in command.hasPrefix("::error ") }.count == 10)
    #expect(commands.count == 11)
    #expect(commands.last?.hasPrefix("::notice title=sluice::3 more failures have no ") == true)
    let eleven = try report(of: Array(many.prefix(11))).commands
    #expect(eleven.last?.hasPrefix("::notice title=sluice::1 more failure has no ") == true)
  }

  @Test("has no command in what a case says, and names files of the repository alone")
  func escaped() throws {
    var hostile = Self.failed("a, b: 100%\n::error::", by: "r")
    hostile.place = SourcePlace(file: "a,b:c%.scenario", line: 1)
    hostile.outcome = .failure(
      CaseOutcome.Problem(type: "T", message: "50%\r\n::warning::x", body: ""))
    let place = "at a,b:c%25.scenario:1"
    #expect(
      try report(of: [hostile]).commands == [
        "::error title=stream.unit / a%2C b%3A 100%25 %3A%3Aerror%3A%3A::"
          + "50%25 ::warning::x%0A\(place)"
      ])
    for file in ["/etc/x", "sluice:/Scenarios/x.scenario"] {
      hostile.place = SourcePlace(file: file, line: 1)
      #expect(try report(of: [hostile]).commands[0].hasSuffix("%0Aat \(file):1"))
    }
    hostile.place = SourcePlace(file: "x.scenario", line: 1)
    #expect(try report(of: [hostile], folder: nil).commands[0].hasSuffix("%0Aat x.scenario:1"))
    hostile.place = SourcePlace(file: "a,b%.scenario", line: 1)
    #expect(
      try report(of: [hostile]).commands[0].hasPrefix("::error file=a%2Cb%25.scenario,line=1,"))
  }

  @Test("of random texts has one command a line, and nothing but errors")
  func hostile() throws {
    let commands = try report(of: HostileCases.all).commands
    #expect(commands.count == 11)
    #expect(commands.dropLast().allSatisfy { command in command.hasPrefix("::error ") })
  }

  @Test("has a summary with the counts, the causes, and a failure of each folded up")
  func summary() throws {
    let cases = [
      Self.failed("one `|` <two>", by: "a", lines: 2), Self.failed("three", by: "a", lines: 4),
      SampleCases.passed("passed"),
    ]
    #expect(
      try report(of: cases).summary == """
        ### sluice: 2 of 3 cases failed

        subject mine

        | cases | passed | failed | errors | skipped |
        | ---: | ---: | ---: | ---: | ---: |
        | 3 | 1 | 2 | 0 | 0 |

        | failed | cause | streams |
        | ---: | --- | --- |
        | 2 | a | stream |

        <details><summary>a: stream.unit / one &#96;&#124;&#96; &#60;two&#62;</summary>

        ```text
        a: broken
        log 1
        ```

        ```sh
        run 'one `|` <two>'
        ```

        </details>

        """)
    let green = try report(of: [cases[2]], behind: "earlier\n").summary
    #expect(green.hasPrefix("earlier\n\n### sluice: 1 case\n"))
    var stopped = RunSummary()
    stopped.cutShort = "enough"
    #expect(try report(of: [cases[2]], stopped).summary.contains("\nStopped early: enough\n"))
  }

  @Test("has no summary longer than GitHub takes, with what stands there already")
  func length() throws {
    let big = String(repeating: "x", count: 12_000)
    let cases = (0..<150).map { number in
      var report = Self.failed("case \(number)", by: "rule.\(number)")
      report.outcome = .failure(
        CaseOutcome.Problem(type: "RuleViolation", message: "m", body: "m\n\(big)"))
      return report
    }
    let long = try report(of: cases).summary
    #expect(long.utf8.count <= 1 << 20)
    #expect(long.utf8.count > 1_020_000)
    let shown = long.components(separatedBy: "<details>").count - 1
    #expect(long.hasSuffix("\n\(150 - shown) causes have no room here.\n"))
    let earlier = String(repeating: "y", count: 1_000_000)
    #expect(try report(of: cases, behind: earlier).summary.utf8.count <= 1 << 20)
    let full = String(repeating: "y", count: 1 << 20)
    #expect(try report(of: cases, behind: full).summary.utf8.count <= (1 << 20) + 1)
  }

  @Test("keeps what an account has of marks of Markdown within its fence")
  func fences() throws {
    var report = Self.failed("one", by: "a")
    report.outcome = .failure(
      CaseOutcome.Problem(type: "T", message: "m", body: "m\n````\n</details>\n```"))
    #expect(
      try self.report(of: [report]).summary.contains(
        "\n`````text\nm\n````\n</details>\n```\n`````\n"))
  }

  @Test("is a file of its own where that is asked for, and an error where it can't be written")
  func places() throws {
    let path = directory.path("own.md")
    let report = try GitHubReport(
      to: GitHubReport.Destination(summary: .file(path)), header: JUnitHeader())
    #expect(!FileManager.default.fileExists(atPath: path))
    try report.close(RunSummary(), ReportTotals())
    #expect(try directory.text(of: "own.md").hasPrefix("<!-- sluice -->\n### sluice: 0 cases\n"))
    #expect(throws: ReportError.self) {
      _ = try GitHubReport(
        to: GitHubReport.Destination(summary: .appended(directory.path("nowhere/summary"))),
        header: JUnitHeader())
    }
  }
}
