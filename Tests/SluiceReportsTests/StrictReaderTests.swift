import Foundation
import SluiceReports
import Testing

@Suite("Strict readers")
struct StrictReaderTests {
  /// A checker of reports that stands beside the repository, or above it, on some machines.
  private static let checker: URL? = {
    var directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while directory.path != "/" {
      directory.deleteLastPathComponent()
      let candidate = directory.appendingPathComponent("shared/tools/check-junit")
      if FileManager.default.isReadableFile(atPath: candidate.path) { return candidate }
    }
    return nil
  }()

  private static let isThere = checker != nil && ForeignReader.python != nil

  /// Runs the checker over a report, for a run that ended with an exit code.
  private func findings(
    in report: String, exitCode: Int, further arguments: [String] = []
  ) throws -> String {
    let process = Process()
    process.executableURL = ForeignReader.python
    process.arguments =
      [
        try #require(Self.checker).path, report, "--exit-code", "\(exitCode)",
      ] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "the checker finds nothing in reports of every kind",
    .enabled(if: isThere, "needs shared/tools/check-junit and python3"),
    arguments: [
      JUnitHeader(),
      JUnitHeader(
        origin: .run(startedAt: 1_787_313_600, hostname: "ci-7"),
        properties: [ReportProperty(name: "sluice.version", value: "1.0.0")]),
    ])
  func checkerFindsNothing(header: JUnitHeader) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("junit.xml")
    let report = try JUnitReport(path: path, header: header)
    for testcase in SampleCases.all + HostileCases.all { try report.add(testcase) }
    try report.close()
    let text = try findings(in: path, exitCode: 1)
    #expect(text.hasPrefix("0 findings; "), "\(text)")
  }

  @Test(
    "the checker finds nothing in a report of no case",
    .enabled(if: isThere, "needs shared/tools/check-junit and python3"))
  func checkerAcceptsEmpty() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("junit.xml")
    try JUnitReport(path: path, header: JUnitHeader()).close()
    #expect(try findings(in: path, exitCode: 0).hasPrefix("0 findings; "))
  }

  @Test(
    "each dialect keeps its schema, hostile texts, no case and one case included",
    .enabled(if: isThere, "needs shared/tools/check-junit and python3"),
    arguments: [JUnitDialect.junit10, .windyroad, .surefire], [0, 1, 2])
  func dialects(dialect: JUnitDialect, amount: Int) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("report")
    let header = JUnitHeader(
      origin: .run(startedAt: 1_787_313_600, hostname: "ci-7"),
      properties: [ReportProperty(name: "sluice.version", value: "1.0.0")])
    let cases = [[], [SampleCases.all[1]], SampleCases.all + HostileCases.all][amount]
    let report = try JUnitReport(path: path, header: header, dialect: dialect)
    for testcase in cases { try report.add(testcase) }
    try report.close()
    let schemas = try #require(Self.checker).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("data/schemas").path
    var read = 0
    let names = dialect == .surefire ? try directory.names(in: "report") : [""]
    for name in names {
      let file = name.isEmpty ? path : path + "/" + name
      let root = try ParsedElement(xml: Data(contentsOf: URL(fileURLWithPath: file)))
      let suites = dialect == .surefire ? [root] : root.all("testsuite")
      let tests = suites.flatMap { suite in suite.all("testcase") }
      read += tests.count
      let isRed = tests.contains { testcase in
        !testcase.all("failure").isEmpty || !testcase.all("error").isEmpty
      }
      let text = try findings(
        in: file, exitCode: isRed ? 1 : 0,
        further: ["--schemas", schemas, "--dialect", dialect.rawValue])
      // The reader that the checker asks takes a suite at the root for one case.
      let isMiscounted = text.hasPrefix("junitparser: reads 1 cases, there are \(tests.count)\n1 ")
      #expect(
        text.hasPrefix("0 findings; ") || dialect == .surefire && isMiscounted, "\(text)")
    }
    #expect(read == cases.count)
  }
}
