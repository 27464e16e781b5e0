import Foundation
import SluiceReports
import Synchronization
import Testing

@Suite("Failed cases of a JUnit report")
struct FailedJUnitCasesTests {
  private static let cases = SampleCases.all + HostileCases.all

  @Test("are those that were written, in every dialect", arguments: JUnitDialect.allCases)
  func written(dialect: JUnitDialect) throws {
    let directory = try TemporaryDirectory()
    let header = JUnitHeader(properties: [
      ReportProperty(name: "subject", value: "a \"b\" & <c>"),
      ReportProperty(name: "seed", value: "7"),
    ])
    let report = try JUnitReport(
      path: directory.path("report"), header: header, dialect: dialect)
    for testcase in Self.cases { try report.add(testcase) }
    try report.close()
    let files =
      dialect == .surefire
      ? try directory.names(in: "report").map { name in "report/\(name)" } : ["report"]
    var names: Set<JUnitCaseName> = []
    for file in files {
      let read = try FailedJUnitCases(reading: directory.contents(of: file))
      names.formUnion(read.names)
      #expect(read.properties == ["subject": "a \"b\" & <c>", "seed": "7"])
    }
    let failed = Self.cases.filter { testcase in testcase.outcome.problem != nil }
    #expect(failed.count > 150)
    #expect(names == Set(try failed.map { testcase in try JUnitCaseName(testcase) }))
  }

  @Test("are read as they were written, like all others: what is made of them is the same report")
  func whole() throws {
    let directory = try TemporaryDirectory()
    let header = JUnitHeader(origin: .run(startedAt: 1_700_000_000, hostname: "<ci>"))
    let report = try JUnitReport(path: directory.path("first"), header: header)
    for testcase in Self.cases { try report.add(testcase) }
    try report.close()
    let copy = try JUnitReport(path: directory.path("second"), header: header)
    var cases: [CaseReport] = []
    let facts = try JUnitReader.read(directory.contents(of: "first")) { testcase in
      cases.append(testcase)
    }
    // From the last to the first, with their numbers.
    for (number, testcase) in cases.enumerated().reversed() { try copy.add(testcase, at: number) }
    try copy.close()
    #expect(cases.count == Self.cases.count)
    #expect(try directory.contents(of: "second") == directory.contents(of: "first"))
    #expect(facts.timestamp == "2023-11-14T22:13:20Z" && facts.hosts == ["<ci>"])
  }

  @Test("are read from other programs' reports too")
  func foreign() throws {
    let text = """
      \u{FEFF}<?xml version='1.0'?><?xml-stylesheet href="a"?>
      <!-- <testsuite> > -->
      <testsuite name='a&#x41;&apos;'  tests = "2">
      <testcase name="one"><failure><![CDATA[<testcase name="none"/>]]></failure></testcase>
      <testcase name="two"><properties><property name="seed" value="1"/></properties></testcase>
      <testcase name="three"><error/></testcase ><testcase name="four"/>
      </testsuite>

      """
    let read = try FailedJUnitCases(reading: Data(text.utf8))
    let expected = try ["one", "three"].map { name in
      try JUnitCaseName(CaseReport(suite: "aA'", classname: "c", name: name, id: name))
    }
    #expect(read.names == Set(expected))
    #expect(read.properties == [:])
  }
}

@Suite("Old reports")
struct OldReportTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: directory.path(name)))
  }

  @Test("are removed, whatever kind they are of")
  func own() throws {
    let header = JUnitHeader(properties: [ReportProperty(name: "sluice.version", value: "1")])
    for dialect in JUnitDialect.allCases {
      for cases in [[], [SampleCases.all[0]]] {
        let report = try JUnitReport(
          path: directory.path("report"), header: header, dialect: dialect)
        for testcase in cases { try report.add(testcase) }
        try report.close()
        try OldReport.remove(at: directory.path("report"))
        #expect(try directory.names() == (dialect == .surefire ? ["report"] : []), "\(dialect)")
        if dialect == .surefire {
          #expect(try directory.names(in: "report") == [])
          try FileManager.default.removeItem(atPath: directory.path("report"))
        }
      }
    }
    try TAPReport(path: directory.path("report"), clock: .real)
      .close(RunSummary(), ReportTotals())
    try OldReport.remove(at: directory.path("report"))
    try HTMLReport(path: directory.path("report"), header: header)
      .close(RunSummary(), ReportTotals())
    try OldReport.remove(at: directory.path("report"))
    try GitHubReport(
      to: GitHubReport.Destination(summary: .file(directory.path("report"))), header: header
    ).close(RunSummary(), ReportTotals())
    try OldReport.remove(at: directory.path("report"))
    try write("{\"event\":\"run\",\"run\":{}}\n", to: "report")
    try OldReport.remove(at: directory.path("report"))
    #expect(try directory.names() == [])
    try OldReport.remove(at: directory.path("report"))
  }

  @Test("of other programs stay, and so does what is no report")
  func foreign() throws {
    let texts = [
      "", "notes", "<testsuites name=\"maven\"></testsuites>", "TAP version 13\nok 1\n", "{}",
      "<testsuites>\n</testsuites>",
    ]
    for (index, text) in texts.enumerated() {
      try write(text, to: "\(index)")
      try OldReport.remove(at: directory.path("\(index)"))
    }
    try FileManager.default.createDirectory(
      atPath: directory.path("folder"), withIntermediateDirectories: false)
    try write("<testsuite name=\"other\"/>", to: "folder/TEST-other.xml")
    try write("<testsuites name=\"sluice\" tests=\"0\">", to: "folder/notes.xml")
    try OldReport.remove(at: directory.path("folder"))
    try OldReport.remove(at: "/dev/null")
    #expect(try directory.names() == ["0", "1", "2", "3", "4", "5", "folder"])
    #expect(try directory.names(in: "folder") == ["TEST-other.xml", "notes.xml"])
  }

  @Test("are found behind a link, which stays")
  func link() throws {
    let path = directory.path("real.xml")
    try JUnitReport(path: path, header: JUnitHeader()).close()
    let link = URL(fileURLWithPath: directory.path("link.xml"))
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(fileURLWithPath: path))
    try OldReport.remove(at: link.path)
    #expect(try directory.names() == ["link.xml"])
    try JUnitReport(path: link.path, header: JUnitHeader()).close()
    #expect(try directory.names() == ["link.xml", "real.xml"])
  }

  @Test("that another run removes, or replaces, meanwhile are in nobody's way")
  func shared() throws {
    let path = directory.path("junit.xml")
    let mistakes = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<100 {
        do {
          try OldReport.remove(at: path)
          try JUnitReport(path: path, header: JUnitHeader()).close()
        } catch {
          mistakes.withLock { mistakes in mistakes.append("\(error)") }
        }
      }
    }
    #expect(mistakes.withLock(\.self) == [])
    #expect(try directory.names() == ["junit.xml"])
  }
}
