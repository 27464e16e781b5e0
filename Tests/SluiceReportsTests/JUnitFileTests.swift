import Foundation
import SluiceReports
import SluiceText
import Testing

@Suite("JUnit report, the file")
struct JUnitFileTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test("directories that are missing are made, and nothing but the report is left")
  func missingDirectory() throws {
    let report = try JUnitReport(path: directory.path("a/b/junit.xml"), header: JUnitHeader())
    try report.add(SampleCases.passed("one"))
    try report.close()
    #expect(try directory.names() == ["a"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path("a/b")) == ["junit.xml"])
  }

  @Test("while cases come in, the old report stands and the directory has no other file")
  func oldReportStands() throws {
    let old = Data("old".utf8)
    try old.write(to: directory.url.appendingPathComponent("junit.xml"))
    let report = try JUnitReport(path: directory.path("junit.xml"), header: JUnitHeader())
    try report.add(SampleCases.passed("one"))
    #expect(try directory.names() == ["junit.xml"])
    #expect(try directory.contents(of: "junit.xml") == old)
    try report.close()
    #expect(try directory.names() == ["junit.xml"])
    #expect(try directory.text(of: "junit.xml").hasSuffix("</testsuites>\n"))
  }

  @Test("a link stays a link, and the file it leads to is replaced")
  func linkedTarget() throws {
    let real = directory.url.appendingPathComponent("real.xml")
    try Data("old".utf8).write(to: real)
    let link = directory.url.appendingPathComponent("junit.xml")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: real)
    try JUnitReport(path: link.path, header: JUnitHeader()).close()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == real.path)
    #expect(try directory.text(of: "real.xml").hasSuffix("</testsuites>\n"))
  }

  @Test("a report that is let go of has what was done")
  func droppedReport() throws {
    do {
      let report = try JUnitReport(path: directory.path("junit.xml"), header: JUnitHeader())
      try report.add(SampleCases.passed("one"))
      try report.add(SampleCases.passed("two", suite: "other"))
    }
    #expect(try directory.names() == ["junit.xml"])
    let root = try ParsedElement(xml: directory.contents(of: "junit.xml"))
    #expect(root.attributes["tests"] == "2")
    #expect(root.all("testcase").count == 2)
  }

  @Test("a closed report takes no more cases and can be closed again")
  func closedReport() throws {
    let path = directory.path("junit.xml")
    let report = try JUnitReport(path: path, header: JUnitHeader())
    try report.add(SampleCases.passed("one"))
    let totals = try report.close()
    let bytes = try directory.contents(of: "junit.xml")
    #expect(throws: ReportError.closed(path: path)) {
      try report.add(SampleCases.passed("two"))
    }
    #expect(try report.close() == totals)
    #expect(try directory.contents(of: "junit.xml") == bytes)
    try FileManager.default.removeItem(atPath: path)
    try report.close()
    #expect(try directory.names() == [])
  }

  @Test("a refused case leaves no trace")
  func refusedCase() throws {
    let report = try JUnitReport(path: directory.path("junit.xml"), header: JUnitHeader())
    try report.add(SampleCases.passed("one", line: 12))
    var twin = SampleCases.passed(" one\n", line: 30)
    twin.id = "twin"
    let error = try #require(throws: ReportError.self) { try report.add(twin) }
    let suite = SampleCases.suite
    #expect(
      "\(error)" == """
        two cases are called '\(suite) / \(suite) / one': one at \(SampleCases.file):12, \
        one at \(SampleCases.file):30 (twin)
        """)
    try report.add(SampleCases.passed("one", suite: "other"))
    #expect(try report.close().cases == 2)
    #expect(try ParsedElement(xml: directory.contents(of: "junit.xml")).all("testcase").count == 2)
  }

  @Test("two cases whose fingerprints agree by chance are two cases")
  func sameFingerprint() throws {
    // Two texts of which FNV-1a makes the same 64 bits.
    let suites = ["8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ"]
    #expect(Fingerprint(of: suites[0], "c").value == Fingerprint(of: suites[1], "c").value)
    let report = try JUnitReport(path: directory.path("junit.xml"), header: JUnitHeader())
    for suite in suites {
      var testcase = SampleCases.passed("one", suite: suite)
      testcase.classname = "c"
      try report.add(testcase)
    }
    #expect(try report.close().cases == 2)
  }

  @Test("a twin is found among many, whatever suites came between")
  func distantDuplicate() throws {
    let report = try JUnitReport(path: directory.path("junit.xml"), header: JUnitHeader())
    for number in 0..<200 {
      try report.add(SampleCases.passed("case \(number)", suite: "\(number % 7)", line: number + 1))
    }
    let error = try #require(throws: ReportError.self) {
      try report.add(SampleCases.passed("case 105", suite: "0", line: 999))
    }
    #expect("\(error)".contains("one at \(SampleCases.file):106, "))
    #expect("\(error)".contains("\(SampleCases.file):999 "))
  }

  static let unusablePaths = ["", "a/", ".", "file/junit.xml", "file/b/junit.xml"]

  @Test("a place that can't be written is refused at once, with its path", arguments: unusablePaths)
  func unusablePath(name: String) throws {
    try Data().write(to: directory.url.appendingPathComponent("file"))
    let before = try directory.names()
    let path = name.isEmpty ? "" : directory.url.path + "/" + name
    let error = try #require(throws: ReportError.self) {
      try JUnitReport(path: path, header: JUnitHeader())
    }
    #expect("\(error)".contains("'\(directory.url.path)/") || name.isEmpty)
    #expect(!"\(error)".contains("error of"))
    #expect(try directory.names() == before)
  }

  @Test("what is no regular file is refused, also behind a link: replacing it would destroy it")
  func specialFile() throws {
    // A pipe of our own stands for devices: a test that failed must not harm the machine.
    let pipe = directory.path("pipe")
    let makePipe = try Process.run(
      URL(fileURLWithPath: "/usr/bin/env"), arguments: ["mkfifo", pipe])
    makePipe.waitUntilExit()
    let link = directory.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: pipe)
    for path in [pipe, link] {
      #expect(
        throws: ReportError.unusableTarget(path: path, reason: "it is not a regular file")
      ) {
        try JUnitReport(path: path, header: JUnitHeader())
      }
    }
    #expect(try directory.names() == ["link", "pipe"])
  }

  @Test("a part of the path that is a file is named as the reason")
  func fileInPath() throws {
    try Data().write(to: directory.url.appendingPathComponent("file"))
    let directoryPath = directory.path("file/b")
    #expect(
      throws: ReportError.fileSystem(
        .makeDirectory, path: directoryPath, reason: "a part of the path is not a directory")
    ) {
      try JUnitReport(path: "\(directoryPath)/junit.xml", header: JUnitHeader())
    }
  }

  @Test(
    "a directory that may not be written to is refused",
    .enabled(if: NSUserName() != "root", "the superuser may write anywhere"))
  func unwritableDirectory() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: directory.url.path)
    let path = directory.path("junit.xml")
    #expect(
      throws: ReportError.fileSystem(
        .makeTemporaryFile, path: path, reason: "permission denied")
    ) {
      try JUnitReport(path: path, header: JUnitHeader())
    }
  }

  @Test("a directory that vanishes is an error at the end, and closing can be tried again")
  func vanishedDirectory() throws {
    let path = directory.path("a/junit.xml")
    let report = try JUnitReport(path: path, header: JUnitHeader())
    try report.add(SampleCases.passed("one"))
    try FileManager.default.removeItem(atPath: directory.path("a"))
    #expect(
      throws: ReportError.fileSystem(
        .makeTemporaryFile, path: path, reason: "no such file or directory")
    ) { try report.close() }
    try FileManager.default.createDirectory(
      atPath: directory.path("a"), withIntermediateDirectories: false)
    #expect(try report.close().cases == 1)
    #expect(try directory.text(of: "a/junit.xml").contains("tests=\"1\""))
  }

  @Test("two reports with one target don't disturb each other")
  func twoReports() throws {
    let path = directory.path("junit.xml")
    let first = try JUnitReport(path: path, header: JUnitHeader(name: "first"))
    let second = try JUnitReport(path: path, header: JUnitHeader(name: "second"))
    try first.add(SampleCases.passed("one"))
    try second.add(SampleCases.passed("one"))
    try first.close()
    #expect(try directory.text(of: "junit.xml").contains("name=\"first\""))
    try second.close()
    #expect(try directory.text(of: "junit.xml").contains("name=\"second\""))
    #expect(try directory.names() == ["junit.xml"])
  }

  @Test("a folder of suites loses the files of an earlier report, and of nobody else")
  func folderOfSuites() throws {
    let directory = try TemporaryDirectory()
    let header = JUnitHeader(properties: [ReportProperty(name: "sluice.version", value: "1")])
    func write(_ suites: [String]) throws {
      let report = try JUnitReport(
        path: directory.path("suites"), header: header, dialect: .surefire)
      for suite in suites { try report.add(SampleCases.passed("one", suite: suite)) }
      try report.close()
    }
    try write(["a.b", "a/b", "gone"])
    let foreign = directory.url.appendingPathComponent("suites/TEST-foreign.xml")
    try Data("<testsuite/>".utf8).write(to: foreign)
    try write(["a.b", "a/b"])
    let slashed = "TEST-a_b-\(Fingerprint(of: "a/b").hexadecimal).xml"
    #expect(try directory.names(in: "suites") == ["TEST-a.b.xml", slashed, "TEST-foreign.xml"])
    let text = try directory.text(of: "suites/TEST-a.b.xml")
    #expect(text.contains("<testsuite name=\"a.b\" tests=\"1\""))
  }
}
