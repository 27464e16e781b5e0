import Foundation
import SluiceReports
import Testing

@Suite("JUnit report")
struct JUnitReportTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func report(
    _ cases: [CaseReport], header: JUnitHeader = JUnitHeader()
  ) throws -> String {
    let report = try JUnitReport(path: directory.path("junit.xml"), header: header)
    for testcase in cases { try report.add(testcase) }
    try report.close()
    return try directory.text(of: "junit.xml")
  }

  @Test("a reproducible report has exactly the golden bytes")
  func reproducibleGolden() throws {
    let header = JUnitHeader(properties: [
      ReportProperty(name: "sluice.version", value: "1.0.0"),
      ReportProperty(name: "subject", value: ""),
    ])
    #expect(try report(SampleCases.all, header: header) == GoldenReports.reproducible)
  }

  @Test("a report of a run has real times, the start in UTC and the host")
  func realGolden() throws {
    let header = JUnitHeader(
      name: "run", origin: .run(startedAt: 1_787_313_600, hostname: " ci-7\n"))
    #expect(try report([SampleCases.all[0]], header: header) == GoldenReports.real)
  }

  @Test("a report of no case is whole")
  func empty() throws {
    #expect(try report([]) == GoldenReports.empty)
  }

  @Test("suites that take turns come out sorted by bytes, each in the order of its cases")
  func interleavedSuites() throws {
    let suites = ["b", "\u{212B}", "a", "é", "e\u{301}", "B", "a.b"]
    let cases = (1...3).flatMap { round in
      suites.map { SampleCases.passed("case \(4 - round)", suite: $0) }
    }
    let lines = try report(cases).split(separator: "\n")
    let found = lines.compactMap { line in
      line.firstMatch(of: /<test(?:suite|case) name="([^"]*)"/).map { String($0.1) }
    }
    let expected = ["B", "a", "a.b", "b", "e\u{301}", "é", "\u{212B}"].flatMap { suite in
      [suite, "case 3", "case 2", "case 1"]
    }
    #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  @Test("counts and times of cases add up to those of the suites and of the root")
  func sums() throws {
    let path = directory.path("junit.xml")
    let report = try JUnitReport(path: path, header: JUnitHeader())
    for testcase in SampleCases.all { try report.add(testcase) }
    let totals = try report.close()
    let counts: [Int] = [
      totals.cases, totals.passed, totals.failures, totals.errors, totals.skipped,
    ]
    #expect(counts == [5, 2, 1, 1, 1])
    #expect(totals.isRed)
    let text = try directory.text(of: "junit.xml")
    let times = text.matches(of: /<(testsuites|testsuite|testcase) [^>]*?time="(\d+)\.(\d{3})"/)
      .map { (element: $0.1, milliseconds: Int("\($0.2)\($0.3)") ?? -1) }
    func sum(_ element: String) -> Int {
      times.filter { $0.element == element }.reduce(0) { $0 + $1.milliseconds }
    }
    #expect(sum("testcase") == 3_600_251)
    #expect(sum("testsuite") == 3_600_251)
    #expect(sum("testsuites") == 3_600_251)
  }

  @Test("a suite names a file only if all its cases agree on it")
  func suiteFile() throws {
    var other = SampleCases.passed("two")
    other.place = SourcePlace(file: "Scenarios/other.scenario", line: 1)
    let text = try report([
      SampleCases.passed("one", line: 1), other, SampleCases.passed("one", suite: "s", line: 1),
      SampleCases.passed("two", suite: "s"),
    ])
    let suites = text.split(separator: "\n").filter { $0.contains("<testsuite ") }
    #expect(suites.map { $0.contains(" file=") } == [false, true])
  }

  @Test("the same cases give the same bytes twice")
  func sameBytes() throws {
    let first = try report(SampleCases.all)
    let second = try report(SampleCases.all)
    #expect(first == second)
  }

  @Test("cases may come from many threads at once")
  func concurrentCases() async throws {
    let report = try JUnitReport(path: directory.path("junit.xml"), header: JUnitHeader())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for number in 0..<50 {
            try report.add(SampleCases.passed("case \(number)", suite: "worker \(worker)"))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try report.close().cases == 400)
    #expect(try directory.text(of: "junit.xml").matches(of: #/<testcase /#).count == 400)
  }
}
