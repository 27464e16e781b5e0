import Foundation
import SluiceReports
import Testing

@Suite("Terminal report")
struct TerminalReportTests {
  private static let summary = RunSummary(
    exercisedRules: 31,
    unexercisedRules: [
      RunSummary.UnexercisedRule(id: "errors.single-winner", reason: "no case has two errors")
    ],
    steps: 1_234, virtualTime: .seconds(3_600), realTime: .milliseconds(1_500))

  private func output(
    of cases: [CaseReport], style: TerminalReport.Style, planned: Int? = nil,
    summary: RunSummary = summary
  ) -> String {
    var text = ""
    var report = TerminalReport(style: style, plannedCases: planned) { text += $0 }
    for testcase in cases { report.add(testcase) }
    report.finish(summary)
    return text
  }

  @Test("a log has failures in full, slow cases, counts, rules and cost")
  func plainText() {
    let style = TerminalReport.Style(slowestCases: 2)
    #expect(output(of: SampleCases.all, style: style, planned: 5) == GoldenTerminal.human)
  }

  @Test("with the virtual clock no real time is shown, in any form")
  func reproducible() {
    for format in TerminalReport.Format.allCases {
      let style = TerminalReport.Style(format: format, clock: .virtual)
      var slower = SampleCases.all
      for index in slower.indices { slower[index].realTime = .seconds(index) }
      var summary = Self.summary
      summary.realTime = .seconds(99)
      #expect(
        output(of: SampleCases.all, style: style)
          == output(of: slower, style: style, summary: summary))
    }
  }

  @Test("colours come only when asked for, and never from the subject")
  func colors() {
    #expect(!output(of: SampleCases.all, style: TerminalReport.Style()).contains("\u{1B}"))
    let colored = output(of: SampleCases.all, style: TerminalReport.Style(usesColor: true))
    #expect(colored.contains("\u{1B}[31mFAILED\u{1B}[0m"))
    #expect(colored.contains("\u{1B}[31mERROR\u{1B}[0m"))
    let uncolored = colored.replacing(/\u{1B}\[\d+m/, with: "")
    #expect(uncolored == output(of: SampleCases.all, style: TerminalReport.Style()))
  }

  @Test("a terminal gets a bar that is erased before other text and at the end")
  func bar() {
    let text = output(
      of: [SampleCases.all[0], SampleCases.all[1]],
      style: TerminalReport.Style(isTerminal: true, slowestCases: 0), planned: 2)
    let erase = "\r\u{1B}[K"
    #expect(
      text.hasPrefix("\(erase)[==========          ] 1/2 cases, 0 failed, 0 errors\(erase)FAILED"))
    #expect(
      text.contains(
        "\n\n\(erase)[====================] 2/2 cases, 1 failed, 0 errors\(erase)2 cases: 1 passed")
    )
  }

  @Test(
    "the number of drawings does not grow with the number of cases",
    arguments: [(true, 201), (false, 10)])
  func drawings(isTerminal: Bool, limit: Int) {
    let cases = (0..<10_000).map { SampleCases.passed("case \($0)") }
    var drawings = 0
    var report = TerminalReport(
      style: TerminalReport.Style(isTerminal: isTerminal), plannedCases: cases.count
    ) { _ in drawings += 1 }
    for testcase in cases { report.add(testcase) }
    #expect((limit / 2...limit).contains(drawings))
  }

  @Test("without a plan counters still come now and then")
  func unplanned() {
    let cases = (0..<250).map { SampleCases.passed("case \($0)") }
    let text = output(of: cases, style: TerminalReport.Style())
    #expect(
      text.hasPrefix("100 cases, 0 failed, 0 errors\n200 cases, 0 failed, 0 errors\n250 cases: "))
  }

  @Test("a run that was stopped says why")
  func interruption() {
    var summary = Self.summary
    summary.interruption = "by\nsignal 2"
    for format in TerminalReport.Format.allCases {
      let text = output(of: [], style: TerminalReport.Style(format: format), summary: summary)
      #expect(text.contains(format == .json ? "\"by\\nsignal 2\"" : "stopped early: by signal 2\n"))
    }
  }

  @Test("a subject can't overwrite the screen")
  func hostileBody() {
    var report = SampleCases.passed("hostile")
    report.outcome = .failure(
      CaseOutcome.Problem(
        type: "T", message: "m\u{1B}[2J", body: "m\rPASSED\r\n\u{9B}1A\u{8}\u{7}x"))
    for format in TerminalReport.Format.allCases {
      let text = output(of: [report], style: TerminalReport.Style(format: format))
      let controls = text.unicodeScalars.filter { scalar in
        scalar.properties.generalCategory == .control && scalar != "\n"
      }
      #expect(controls.isEmpty)
    }
  }

  @Test("compilers' form names the place to blame, the case and the kind, with the account below")
  func compilerForm() {
    let style = TerminalReport.Style(format: .gcc)
    #expect(output(of: SampleCases.all, style: style) == GoldenTerminal.gcc)
  }

  @Test("a result without a place is blamed on the tool's name")
  func compilerFormWithoutPlace() {
    var report = SampleCases.passed("nowhere")
    report.outcome = .error(CaseOutcome.Problem(type: "T", message: "m"))
    #expect(
      output(of: [report], style: TerminalReport.Style(format: .gcc))
        .hasPrefix("sluice: error: \(SampleCases.suite) / nowhere: m [T]\n"))
  }

  @Test("each line of the JSON form is an object that a parser reads back")
  func jsonForm() throws {
    let style = TerminalReport.Style(format: .json)
    let text = output(of: SampleCases.all, style: style)
    #expect(text == GoldenTerminal.json)
    let objects = try text.split(separator: "\n").map { line in
      try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
    #expect(
      objects.map { $0["outcome"] as? String } == [
        "passed", "failed", "error", "skipped", "passed", nil,
      ])
    #expect(objects[1]["systemOut"] as? String == "a\tline\r\nred & <plain> [15ms]")
    #expect(objects[5]["event"] as? String == "summary")
  }

  @Test("the JSON form keeps one line an object whatever a text holds", arguments: 0..<4)
  func jsonLines(seed: UInt64) throws {
    var random = FixedSeedGenerator(seed: seed)
    let nasty = Array("\"\\/\n\r\t\u{0}\u{1B}\u{7F}\u{85}\u{2028}\u{2029}\u{301}é𝄞".unicodeScalars)
    let cases = (0..<100).map { number in
      var view = String.UnicodeScalarView()
      for _ in 0..<20 { view.append(nasty[Int.random(in: 0..<nasty.count, using: &random)]) }
      return SampleCases.passed("\(number)\(String(view))")
    }
    let text = output(of: cases, style: TerminalReport.Style(format: .json))
    let lines = text.split(whereSeparator: \.isNewline)
    #expect(lines.count == 101)
    for (line, testcase) in zip(lines, cases) {
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let name = try #require(object["name"] as? String)
      #expect(name.utf8.elementsEqual(CleanText(testcase.name).string.utf8))
    }
  }
}
