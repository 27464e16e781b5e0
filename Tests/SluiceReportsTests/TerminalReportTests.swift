import Foundation
import SluiceReports
import SluiceSimulation
import SluiceText
import Testing

@Suite("Terminal report")
struct TerminalReportTests {
  private static let summary = RunSummary(
    exercisedRules: 31, notTested: SampleCases.notTested, steps: 1_234,
    virtualTime: .seconds(3_600), realTime: .milliseconds(1_500))

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

  @Test("a log has failures by their causes, rules, cost and counts")
  func plainText() {
    let style = TerminalReport.Style()
    #expect(output(of: SampleCases.all, style: style, planned: 5) == GoldenTerminal.human)
  }

  /// So many cases that fail by a rule, the first of which has the longest account.
  private static func failed(_ count: Int, by rule: String, of suite: String) -> [CaseReport] {
    (0..<count).map { number in
      var report = SampleCases.passed("case \(number)", suite: "\(suite).unit")
      report.properties = [ReportProperty(name: "sluice.rule", value: rule)]
      let body = ["\(rule): broken"] + (0..<(20 - number % 20)).map { line in "log \(line)" }
      report.outcome = .failure(
        CaseOutcome.Problem(
          type: "RuleViolation", message: "\(rule): broken", body: body.joined(separator: "\n")))
      return report
    }
  }

  @Test("a quiet report names each cause, also a single one", arguments: [1, 2])
  func quiet(_ count: Int) {
    var style = TerminalReport.Style()
    style.detail = .nothing
    let failed =
      Self.failed(3, by: "a.rare", of: "one")
      + (count > 1 ? Self.failed(4, by: "b.other", of: "two") : [])
    let lines = output(of: failed, style: style).split(separator: "\n").map(String.init)
    let wanted =
      count > 1
      ? ["2 causes", "  4  b.other  two", "  3  a.rare   one"] : ["1 cause", "  3  a.rare  one"]
    #expect(lines.suffix(count + 2).dropLast() == wanted[...])
  }

  @Test("failures of one cause are told once, by the smallest of them")
  func grouped() {
    let cases =
      Self.failed(3, by: "a.rare", of: "one") + Self.failed(40, by: "b.frequent", of: "two")
      + Self.failed(2, by: "b.frequent", of: "three")
    let text = output(of: cases, style: TerminalReport.Style())
    let lines = text.split(separator: "\n").map { line in String(line) }
    #expect(
      lines.filter { line in line.hasPrefix("FAILED") } == [
        "FAILED two.unit / case 19", "FAILED one.unit / case 2",
      ])
    #expect(lines.contains("  41 other cases fail by b.frequent:"))
    #expect(lines.contains("    two.unit / case 0"))
    #expect(lines.contains("    … 36 more: --verbose shows each"))
    #expect(lines.contains("  2 other cases fail by a.rare:"))
    #expect(
      lines.suffix(4) == [
        "2 causes", "  42  b.frequent  three and 1 more", "   3  a.rare      one",
        "45 cases: 0 passed, 45 failed, 0 errors, 0 skipped; 2 causes",
      ])
  }

  @Test("a symptom is below the cause that tells the fault, without an account")
  func symptoms() {
    var summary = Self.summary
    summary.symptoms = Symptoms(["a.lead": ["a.symptom", "b.elsewhere"]])
    let cases =
      Self.failed(1, by: "a.symptom", of: "one") + Self.failed(3, by: "a.lead", of: "one")
      + Self.failed(2, by: "b.elsewhere", of: "two")
    let text = output(of: cases, style: TerminalReport.Style(), summary: summary)
    let lines = text.split(separator: "\n").map { line in String(line) }
    #expect(
      lines.filter { line in line.hasPrefix("FAILED") } == [
        "FAILED one.unit / case 2", "FAILED two.unit / case 1",
      ])
    let head = lines.firstIndex(of: "  also, usually by the same fault:") ?? lines.endIndex
    #expect(lines[head...].dropFirst().first == "    a.symptom: 1 case")
    #expect(
      lines.suffix(5) == [
        "3 causes, probably 2 faults", "  3  a.lead          one", "  1  also a.symptom  one",
        "  2  b.elsewhere     two",
        "6 cases: 0 passed, 6 failed, 0 errors, 0 skipped; 3 causes, probably 2 faults",
      ])
  }

  @Test("causes for whose accounts there is no room are counted", arguments: [11, 12, 13])
  func untold(_ count: Int) {
    let cases = (0..<count).flatMap { number in
      Self.failed(1, by: "rule.\(number)", of: "suite \(number)").map { report in
        var report = report
        let body = ["broken"] + (0..<10).map { line in "log \(line)" }
        report.outcome = .failure(
          CaseOutcome.Problem(
            type: "RuleViolation", message: "broken", body: body.joined(separator: "\n")))
        return report
      }
    }
    let text = output(of: cases, style: TerminalReport.Style())
    let told = text.split(separator: "\n").count { line in line.hasPrefix("FAILED") }
    let untold = text.split(separator: "\n").filter { line in line.contains("no account here") }
    switch count - told {
    case 0: #expect(untold.isEmpty)
    case 1:
      #expect(
        untold == [
          "1 more cause has no account here; --verbose and the HTML report show each case"
        ])
    case let left:
      #expect(
        untold == [
          "\(left) more causes have no account here; --verbose and the HTML report show each case"
        ])
    }
    #expect((told == count) == (count == 11))
  }

  @Test("of one cause that is told in which nothing races, however small the others are")
  func racing() {
    var cases = Self.failed(3, by: "a.rare", of: "one")
    cases[2].properties.append(ReportProperty(name: "sluice.schedule", value: "2@0s:a<b"))
    var failure = CaseFailure(.ruleViolation, "a.rare: broken", line: 83)
    failure.isRace = true
    cases[1].outcome = .failure(CaseOutcome.Problem(failure))
    let text = output(of: cases, style: TerminalReport.Style())
    #expect(text.hasPrefix("FAILED one.unit / case 0\n"))
  }

  @Test("a thousand failures by a hundred causes are told in two screens and a line for each")
  func many() {
    let cases = (0..<100).flatMap { number in
      Self.failed(10, by: "rule.\(number)", of: "stream")
    }
    let lines = output(of: cases, style: TerminalReport.Style()).split(separator: "\n")
    #expect(lines.count < 290)
    #expect(lines.filter { line in line.hasPrefix("  10  rule.") }.count == 100)
    #expect(lines.filter { line in line.hasPrefix("FAILED") }.count > 5)
  }

  @Test("each failure is told in full when it happens, or none is, where that is asked for")
  func detail() {
    let cases = Self.failed(3, by: "a.rare", of: "one") + Self.failed(2, by: "b", of: "two")
    var style = TerminalReport.Style()
    style.detail = .everything
    let everything = output(of: cases, style: style)
    #expect(everything.hasPrefix("FAILED one.unit / case 0\n"))
    #expect(everything.components(separatedBy: "FAILED ").count == 6)
    #expect(everything.contains("\n2 causes\n"))
    style.detail = .nothing
    let nothing = output(of: cases, style: style)
    #expect(!nothing.contains("FAILED ") && nothing.contains("\n2 causes\n  3  a.rare  one\n"))
  }

  @Test("cases are listed as slow where they are")
  func slow() {
    var cases = SampleCases.all
    for index in cases.indices { cases[index].realTime = .milliseconds(700 + 200 * index) }
    let text = output(of: cases, style: TerminalReport.Style(slowestCases: 2))
    let slowest = text.split(separator: "\n").drop { line in line != "slowest" }.prefix(3)
    #expect(slowest.count == 3 && slowest.dropFirst().allSatisfy { line in line.hasPrefix("  1.") })
    #expect(!text.contains("0.900 s"))
    let quick = output(of: SampleCases.all, style: TerminalReport.Style())
    #expect(!quick.contains("slowest"))
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
      text.hasPrefix(
        "\(erase)[==========          ] 1/2 cases, 0 failed, 0 errors"
          + "\(erase)[====================] 2/2 cases, 1 failed, 0 errors\(erase)FAILED"))
    var style = TerminalReport.Style(isTerminal: true, slowestCases: 0)
    style.detail = .everything
    let everything = output(
      of: [SampleCases.all[0], SampleCases.all[1]], style: style, planned: 2)
    #expect(everything.contains("0 errors\(erase)FAILED"))
    #expect(
      everything.contains(
        "\n\n\(erase)[====================] 2/2 cases, 1 failed, 0 errors\(erase)rules: "))
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
      text.hasPrefix("100 cases, 0 failed, 0 errors\n200 cases, 0 failed, 0 errors\nrules: "))
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

  @Test("both forms for people say that all rules held where there is advice alone")
  func heldBesideAdvice() {
    var report = SampleCases.passed("advised")
    report.advice = ["T", "T", "U"].map { type in CaseOutcome.Problem(type: type, message: "m") }
    var failed = report
    failed.outcome = .failure(CaseOutcome.Problem(type: "V", message: "n"))
    for (format, mark) in [(TerminalReport.Format.human, ""), (.gcc, "sluice: note: ")] {
      let style = TerminalReport.Style(format: format)
      let green = output(of: [report], style: style)
      #expect(green.contains("\n\(mark)must: all held; 2 pieces of advice\n"), "\(green)")
      let red = output(of: [report, failed], style: style)
      #expect(red.contains("\n\(mark)2 pieces of advice\n"), "\(red)")
      #expect(!output(of: [SampleCases.passed("one")], style: style).contains("all held"))
    }
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
    var random = SplitMix64(seed: seed)
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
