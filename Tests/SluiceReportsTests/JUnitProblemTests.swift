import Foundation
import SluiceReports
import Testing

@Suite("JUnit report, what a case may say")
struct JUnitProblemTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func root(of cases: [CaseReport]) throws -> ParsedElement {
    let report = try JUnitReport(path: directory.path("junit.xml"), header: JUnitHeader())
    for testcase in cases { try report.add(testcase) }
    try report.close()
    return try ParsedElement(xml: directory.contents(of: "junit.xml"))
  }

  private func failing(_ problem: CaseOutcome.Problem) -> CaseReport {
    var report = SampleCases.passed("failing")
    report.outcome = .failure(problem)
    return report
  }

  static let problems: [CaseOutcome.Problem] = [
    CaseOutcome.Problem(type: "T", message: "said", body: "said\nmore"),
    CaseOutcome.Problem(type: "T", message: "said", body: "more"),
    CaseOutcome.Problem(type: "T", message: "said", body: ""),
    CaseOutcome.Problem(type: "T", message: "said", body: "sai\u{64}\u{301} differently"),
    CaseOutcome.Problem(type: "T", message: "é", body: "e\u{301}"),
    CaseOutcome.Problem(type: "T", message: "a\r\nb\tc", body: "a\r\nb\tc\rd"),
    CaseOutcome.Problem(type: "T", message: "\u{1B}[31m", body: " \n"),
    CaseOutcome.Problem(
      type: "T", message: String(repeating: "m", count: 9_000),
      body: String(repeating: "m", count: 9_000)),
    CaseOutcome.Problem(
      type: "T", message: "short", body: String(repeating: "é", count: 1 << 20)),
  ]

  @Test("a failure has a message, and its text begins with it", arguments: problems)
  func bodyRepeatsMessage(problem: CaseOutcome.Problem) throws {
    let failure = try #require(try root(of: [failing(problem)]).first("failure"))
    let message = try #require(failure.attributes["message"])
    #expect(!message.isEmpty)
    #expect(failure.text.utf8.starts(with: message.utf8))
    #expect(failure.text.utf8.count <= 1 << 20)
    #expect(failure.attributes["type"] == "T")
  }

  @Test("a body that is cut says how many bytes it lost, also with the message before it")
  func bytesLeftOut() throws {
    let body = String(repeating: "0123456789abcdef", count: 1 << 17)
    let problem = CaseOutcome.Problem(type: "T", message: "said", body: body)
    let text = try #require(try root(of: [failing(problem)]).first("failure")).text
    let parts = text.split(separator: "\n")
    let mark = try #require(parts.dropFirst(2).first)
    let kept = text.utf8.count - mark.utf8.count - 2
    #expect(mark == "… \("said\n\(body)".utf8.count - kept) bytes left out …")
  }

  @Test(
    "a type that readers would convert is refused",
    arguments: ["yaml", "Symbol", "date", "dateTime", "INTEGER", "string", " float ", "", "\n"])
  func convertedType(type: String) throws {
    let report = try JUnitReport(path: directory.path("junit.xml"), header: JUnitHeader())
    #expect(throws: ReportError.self) {
      try report.add(failing(CaseOutcome.Problem(type: type, message: "m")))
    }
    #expect(try report.close().cases == 0)
  }

  @Test("children stand in the order readers want, and only where there is something to say")
  func childOrder() throws {
    let cases = try root(of: SampleCases.all).all("testcase")
    #expect(
      cases.map { $0.children.map(\.name) } == [
        [], [], ["properties", "failure", "system-out"], ["error"], ["skipped"],
      ])
  }

  @Test("a skipped case without a reason says so")
  func skippedWithoutReason() throws {
    var report = SampleCases.passed("skipped")
    report.outcome = .skipped(message: "\u{1B}[0m")
    let skipped = try #require(try root(of: [report]).first("skipped"))
    #expect(skipped.attributes["message"] == "skipped without a reason")
  }

  @Test("names lose blanks at the ends and breaks inside")
  func trimmedNames() throws {
    var report = SampleCases.passed("\u{A0}\n one\r\n\ttwo \u{2003}")
    report.classname = "\ta.b "
    let testcase = try #require(try root(of: [report]).first("testcase"))
    #expect(testcase.attributes["name"] == "one two")
    #expect(testcase.attributes["classname"] == "a.b")
  }

  @Test("names that are too long are shortened, stay two, and stand in full in a property")
  func longNames() throws {
    let long = String(repeating: "ü", count: 600)
    var cases = [SampleCases.passed(long + "1"), SampleCases.passed(long + "2")]
    cases[1].classname = long
    for (original, testcase) in zip(cases, try root(of: cases).all("testcase")) {
      let name = try #require(testcase.attributes["name"])
      let classname = try #require(testcase.attributes["classname"])
      #expect("\(classname).\(name)".unicodeScalars.count <= 512)
      let properties = testcase.all("property").map(\.attributes)
      #expect(properties.contains(["name": "sluice.name", "value": original.name]))
      #expect(
        properties.contains(["name": "sluice.classname", "value": long])
          == (original.classname == long))
    }
  }

  @Test(
    "a file that is no plain relative path moves into a property",
    arguments: ["/etc/passwd", "../a", "a/../b", "a\\b", "", "/\u{301}a", "..\u{301}/a"])
  func oddFile(file: String) throws {
    var report = SampleCases.passed("odd")
    report.place = SourcePlace(file: file, line: 3)
    let testcase = try #require(try root(of: [report]).first("testcase"))
    let isPlain = file == "..\u{301}/a"
    #expect(testcase.attributes["file"] == (isPlain ? file : nil))
    #expect(testcase.attributes["line"] == (isPlain ? "3" : nil))
    #expect(
      testcase.all("property").map { $0.attributes["value"] } == (isPlain ? [] : ["\(file):3"]))
  }

  static let unusable: [(String, @Sendable (inout CaseReport) -> Void)] = [
    ("suite", { $0.suite = " " }),
    ("classname", { $0.classname = "" }),
    ("name", { $0.name = "\n\u{1B}[1m" }),
    ("line", { $0.place = SourcePlace(file: "a", line: 0) }),
    ("assertions", { $0.assertions = -1 }),
    ("virtual time", { $0.virtualTime = .nanoseconds(-1) }),
    ("real time", { $0.realTime = .seconds(-1) }),
    ("property", { $0.properties = [ReportProperty(name: "", value: "v")] }),
  ]

  @Test("a case that would break the format is refused and named", arguments: unusable.indices)
  func unusableCase(index: Int) throws {
    var broken = SampleCases.passed("name")
    Self.unusable[index].1(&broken)
    broken.id = "the-id"
    let report = try JUnitReport(path: directory.path("junit.xml"), header: JUnitHeader())
    let error = try #require(throws: ReportError.self) { try report.add(broken) }
    #expect("\(error)".hasPrefix("the result of 'the-id' can't be reported: "))
    #expect(try report.close().cases == 0)
  }

  @Test("a header that would break the format is refused")
  func unusableHeader() throws {
    let headers = [
      JUnitHeader(name: " "),
      JUnitHeader(origin: .run(startedAt: -1, hostname: nil)),
      JUnitHeader(origin: .run(startedAt: 253_402_300_800, hostname: nil)),
      JUnitHeader(properties: [ReportProperty(name: "", value: "")]),
    ]
    for header in headers {
      #expect(throws: ReportError.self) {
        try JUnitReport(path: directory.path("junit.xml"), header: header)
      }
    }
    #expect(try directory.names() == [])
  }
}
