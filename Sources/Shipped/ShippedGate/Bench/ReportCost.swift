import Foundation
import SluiceHarness
import SluiceReports

/// What a JUnit report of many cases costs, beside the least that any writer of its bytes does.
struct ReportCost: Encodable {
  /// How many cases the reports have.
  let cases: Int
  /// How many bytes each report has.
  let bytes: Int
  /// The report, in microseconds for a case.
  let report: Double
  /// The bare writer of the same bytes, in microseconds for a case.
  let bare: Double

  /// The report as a multiple of the bare writer.
  var ratio: Double { report / bare }

  /// Measures both in turn, so that their ratio holds on a machine whose speed drifts; the medians
  /// count.
  ///
  /// - Parameters:
  ///   - rounds: How often to measure.
  ///   - time: The time on a clock that only goes forward.
  /// - Returns: What was measured.
  /// - Throws: `ReportError` if there is no room for the reports, and an error if the two writers
  ///   don't write the same.
  static func measured(rounds: Int, time: () -> Duration) throws -> ReportCost {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "sluice-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (one, other) = (folder.appending(path: "report.xml"), folder.appending(path: "bare.xml"))
    let cases = ReportCost.cases
    var (report, bare): ([Double], [Double]) = ([], [])
    for _ in 0..<rounds {
      for file in [one, other] { try? FileManager.default.removeItem(at: file) }
      let start = time()
      let writer = try JUnitReport(path: one.path, header: JUnitHeader())
      for testcase in cases { try writer.add(testcase) }
      try writer.close()
      let between = time()
      try BareReport.write(cases, to: other)
      report.append(Double((between - start).wholeNanoseconds) / 1000 / Double(cases.count))
      bare.append(Double((time() - between).wholeNanoseconds) / 1000 / Double(cases.count))
    }
    let bytes = try Data(contentsOf: one)
    guard try bytes == Data(contentsOf: other) else { throw BenchError.otherBytes }
    return ReportCost(
      cases: cases.count, bytes: bytes.count, report: BenchRounds.median(report),
      bare: BenchRounds.median(bare))
  }

  /// A run of a hundred thousand cases in a thousand suites, in the order in which runs have them;
  /// one case in fifty fails.
  private static let cases: [CaseReport] = (0..<1_000).flatMap { number in
    let suite = "listener.values\(1_000 + number).cancellation"
    let file = "Scenarios/listener/cancellation/values\(1_000 + number).scenario"
    return (0..<100).map { line in
      var testcase = CaseReport(
        suite: suite, classname: suite, name: "a consumer that waits is cancelled after \(line) ms",
        id: "\(suite)/\(line)", place: SourcePlace(file: file, line: line + 1), assertions: 17,
        virtualTime: .milliseconds(line),
        properties: [
          ReportProperty(name: "subject", value: "reference"),
          ReportProperty(name: "sluice.schedules", value: "12"),
          ReportProperty(name: "sluice.schedules.complete", value: "true"),
        ])
      if line % 50 == 7 {
        let account = String(repeating: "  10ms    5   13    cancel S        |\n", count: 40)
        testcase.outcome = .failure(
          CaseOutcome.Problem(
            type: "RuleViolation", message: "#1 was still registered when cancel returned",
            body: "#1 was still registered when cancel returned\n" + account))
      }
      return testcase
    }
  }
}

/// Why a bench has no figures.
enum BenchError: Error, CustomStringConvertible {
  /// The report and the bare writer differ in what they write.
  case otherBytes

  var description: String { "the report and its bare writer don't write the same bytes" }
}

/// The least that writes a report.
///
/// Each case is put together as it comes and goes straight to the file; nothing is cleaned,
/// escaped, counted or looked up.
private enum BareReport {
  static func write(_ cases: [CaseReport], to url: URL) throws {
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    let file = try FileHandle(forWritingTo: url)
    defer { try? file.close() }
    var text = ""
    text.reserveCapacity(1 << 17)
    text +=
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"sluice\" tests=\"100000\""
    text += " failures=\"2000\" errors=\"0\" skipped=\"0\" time=\"4950.000\""
    text += " timestamp=\"2000-01-01T00:00:00Z\">\n"
    for index in cases.indices {
      if index % 100 == 0 {
        text += "  <testsuite name=\"" + cases[index].suite + "\" tests=\"100\" failures=\"2\""
        text += " errors=\"0\" skipped=\"0\" time=\"4.950\" timestamp=\"2000-01-01T00:00:00Z\""
        text += " file=\"" + (cases[index].place?.file ?? "") + "\">\n"
      }
      add(cases[index], to: &text)
      if index % 100 == 99 { text += "  </testsuite>\n" }
      if text.utf8.count >= 1 << 16 {
        try file.write(contentsOf: Data(text.utf8))
        text.removeAll(keepingCapacity: true)
      }
    }
    text += "</testsuites>\n"
    try file.write(contentsOf: Data(text.utf8))
  }

  private static func add(_ testcase: CaseReport, to text: inout String) {
    text += "    <testcase name=\"" + testcase.name + "\" classname=\"" + testcase.classname
    text += "\" time=\"" + Milliseconds(testcase.virtualTime).description + "\" file=\""
    text += (testcase.place?.file ?? "") + "\" line=\"" + String(testcase.place?.line ?? 0)
    text += "\" assertions=\"" + String(testcase.assertions ?? 0) + "\">\n      <properties>\n"
    for property in testcase.properties {
      text +=
        "        <property name=\"" + property.name + "\" value=\"" + property.value + "\"/>\n"
    }
    text += "      </properties>\n"
    if case .failure(let problem) = testcase.outcome {
      text += "      <failure message=\"" + problem.message + "\" type=\"" + problem.type + "\">"
      text += problem.body
      text += "</failure>\n"
    }
    text += "    </testcase>\n"
  }
}
