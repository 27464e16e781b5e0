import Foundation
import SluiceReports
import Testing

@Suite("HTML report, hostile text")
struct HTMLTextTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// What a wrong subject may call itself, throw or print.
  private static let texts = [
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "]]> <!-- -->",
    "\"'><svg/onload=alert(1)>", "<\u{301}b>bold", "&amp; &lt; &#0;",
    "a\u{0}b\u{FFFE}c\u{1B}[31mred",
    "\u{202E}txt.exe", "line\r\nbreak\tand tab", "javascript:alert(1)", "</pre></details></style>",
    String(repeating: "x", count: 5_000), "日本語 🙂 ﷽",
  ]

  @Test("stands in every place as text, and makes no element", arguments: texts)
  func text(_ text: String) throws {
    // What is said of a failure at length has an element of its own.
    let isLong = text.unicodeScalars.contains("\n") || text.utf8.count > 4_096
    let plain = try elements(isLong ? "plain\nplain" : "plain")
    let hostile = try elements(text)
    let shape = { (elements: [ParsedElement]) in
      elements.map { one in "\(one.name) \(one.attributes.keys.sorted())" }
    }
    let isAlike = shape(hostile) == shape(plain)
    #expect(isAlike)
    // What can be shown is there to be read.
    let shown = CleanText(line: text).string
    let texts = hostile.map(\.text)
    #expect(texts.contains { one in one.contains(shown.prefix(300)) })
  }

  /// All elements of a page in which a text stands wherever one can.
  private func elements(_ text: String) throws -> [ParsedElement] {
    var details = CaseDetails()
    details.verdicts = [.init(text, .broken)]
    let problem = CaseOutcome.Problem(
      type: "T \(text)", message: "m \(text)", body: text,
      failure: SampleFailure.failure(saying: text))
    let header = JUnitHeader(
      name: "n \(text)", origin: .run(startedAt: 0, hostname: "h \(text)"),
      properties: [ReportProperty(name: "subject", value: text)])
    let report = try HTMLReport(path: directory.path("page.html"), header: header)
    for (number, outcome) in [
      CaseOutcome.failure(problem), .error(problem), .skipped(message: "s \(text)"), .passed,
    ].enumerated() {
      let one = CaseReport(
        suite: "s \(text)", classname: "c", name: "\(number) \(text)", id: "\(number) \(text)",
        place: SourcePlace(file: "f \(text)", line: 1),
        properties: [ReportProperty(name: "p \(text)", value: text)], outcome: outcome)
      try report.add(one, outcome.problem == nil ? CaseDetails() : details)
    }
    try report.close(RunSummary(interruption: "i \(text)"), ReportTotals())
    let page = try ParsedElement(xml: directory.contents(of: "page.html"))
    return page.everything
  }
}
