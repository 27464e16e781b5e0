import Foundation
import SluiceText

/// One suite of a report, as far as it is known.
struct JUnitSuite {
  /// Its name.
  let name: CleanText
  /// The counts of its cases.
  private(set) var totals = ReportTotals()
  /// Where its cases are kept.
  var cases = CaseSpool.Chain()
  private var commonFile = CommonFile.none

  /// The file that all cases of a suite name, if it is one.
  private enum CommonFile {
    case none
    case one(CleanText)
    case several
  }

  /// A suite of no case.
  init(name: CleanText) { self.name = name }

  /// The file, if all cases that name one agree.
  var file: CleanText? {
    guard case .one(let file) = commonFile else { return nil }
    return file
  }

  /// Takes one more case into the counts.
  mutating func count(_ testcase: JUnitCase, clock: ReportClock) {
    totals.count(testcase.report.outcome, time: testcase.report.time(on: clock))
    // A case without a file says nothing about the others.
    guard let file = testcase.file else { return }
    switch commonFile {
    case .none: commonFile = .one(file)
    case .one(let known) where known.string.hasSameBytes(as: file.string): break
    case .one, .several: commonFile = .several
    }
  }
}

/// Where a report goes: a file, or a folder with a file for each suite.
struct JUnitPlace {
  /// The file; in a folder, one that is there for what has to stand beside the files.
  let target: ReportTarget
  private let folder: String?

  /// Looks at the place.
  init(path: String, dialect: JUnitDialect) throws(ReportError) {
    guard dialect.isFolder else {
      target = try ReportTarget(path: path)
      folder = nil
      return
    }
    guard !path.isEmpty else { throw .unusableTarget(path: path, reason: "the path is empty") }
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    target = try ReportTarget(path: folder + "/TEST-.xml")
    self.folder = folder
  }

  /// The file of a suite.
  func target(of suite: JUnitSuite) throws(ReportError) -> ReportTarget {
    guard let folder else { return target }
    return try ReportTarget(path: folder + "/" + Self.fileName(of: suite))
  }

  /// Removes the files of an earlier report whose suites are not there any more; what another
  /// program wrote stays.
  func removeFiles(besides suites: [JUnitSuite]) {
    guard let folder else { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let own = Set(suites.map { suite in Self.fileName(of: suite) })
    for name in names where OldReport.isNameInFolder(name) {
      guard !own.contains(name), OldReport.isOwn(at: folder + "/" + name) else { continue }
      try? FileManager.default.removeItem(atPath: folder + "/" + name)
    }
  }

  /// A name that any file system takes; a fingerprint tells names apart that look alike then.
  private static func fileName(of suite: JUnitSuite) -> String {
    let name = suite.name.string
    let isPlain: (Unicode.Scalar) -> Bool = { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || scalar == "." || scalar == "-" || scalar == "_"
    }
    let scalars = name.unicodeScalars
    guard scalars.count > 150 || !scalars.allSatisfy(isPlain) else { return "TEST-\(name).xml" }
    let plain = scalars.prefix(100).map { scalar in isPlain(scalar) ? String(scalar) : "_" }
    return "TEST-\(plain.joined())-\(Fingerprint(of: name).hexadecimal).xml"
  }
}

/// What puts a report together: the elements around the cases.
struct JUnitWriter {
  let header: JUnitHeader
  let timestamp: UTCTimestamp
  let dialect: JUnitDialect

  /// Writes everything beside the places where it goes, then moves it there.
  func write(
    _ suites: [JUnitSuite], from spool: CaseSpool, to place: JUnitPlace
  ) throws(ReportError) {
    let declaration: XMLMarkup = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    guard dialect.isFolder else {
      let draft = try ReportDraft(of: place.target)
      var buffer = XMLBuffer()
      buffer.markup(declaration)
      open(suites, in: &buffer)
      try draft.write(Data(buffer.bytes))
      for (number, suite) in suites.enumerated() {
        try write(suite, number: number, from: spool, to: draft)
      }
      try draft.write(Data("</testsuites>\n".utf8))
      return try draft.publish()
    }
    do throws(ReportError) {
      for (number, suite) in suites.enumerated() {
        let draft = try ReportDraft(of: place.target(of: suite))
        var buffer = XMLBuffer()
        buffer.markup(declaration)
        try draft.write(Data(buffer.bytes))
        try write(suite, number: number, from: spool, to: draft)
        try draft.publish()
      }
    } catch {
      // Some suites alone would be taken for all.
      place.removeFiles(besides: [])
      throw error
    }
    place.removeFiles(besides: suites)
  }

  private func write(
    _ suite: JUnitSuite, number: Int, from spool: CaseSpool, to draft: ReportDraft
  ) throws(ReportError) {
    var buffer = XMLBuffer()
    open(suite, number: number, in: &buffer)
    try draft.write(Data(buffer.bytes))
    try spool.forEachPiece(of: suite.cases) { piece throws(ReportError) in
      try draft.write(piece)
      return true
    }
    if dialect == .windyroad {
      try draft.write(Data("    <system-out></system-out>\n    <system-err></system-err>\n".utf8))
    }
    try draft.write(Data((dialect.isFolder ? "</testsuite>\n" : "  </testsuite>\n").utf8))
  }

  private func open(_ suites: [JUnitSuite], in buffer: inout XMLBuffer) {
    var totals = ReportTotals()
    for suite in suites { totals.add(suite.totals) }
    buffer.markup("<testsuites")
    if dialect != .windyroad {
      buffer.attribute("name", CleanText(line: header.name))
      // The schema of JUnit 10 knows skipped cases of a suite, and not of all.
      counts(totals, saysSkipped: dialect != .junit10, in: &buffer)
    }
    if dialect == .complete { timestamp(in: &buffer) }
    buffer.markup(">\n")
  }

  private func open(_ suite: JUnitSuite, number: Int, in buffer: inout XMLBuffer) {
    buffer.markup(dialect.isFolder ? "<testsuite" : "  <testsuite")
    buffer.attribute("name", suite.name)
    if dialect == .windyroad {
      buffer.attribute("package", suite.name)
      buffer.attribute("id", number)
    }
    counts(suite.totals, in: &buffer)
    timestamp(in: &buffer)
    switch dialect {
    case .surefire: break
    case .windyroad: buffer.attribute("hostname", header.hostname ?? CleanText("localhost"))
    case .complete, .junit10:
      if let hostname = header.hostname { buffer.attribute("hostname", hostname) }
      if let file = suite.file { buffer.attribute("file", file) }
    }
    buffer.markup(">\n")
    // The Windy Road schema wants the element, be there properties or not.
    guard !header.properties.isEmpty || dialect == .windyroad else { return }
    buffer.markup("    <properties>\n")
    for property in header.properties {
      buffer.property(
        CleanText(line: property.name), CleanText(property.value), opening: "      <property")
    }
    buffer.markup("    </properties>\n")
  }

  private func counts(
    _ totals: ReportTotals, saysSkipped: Bool = true, in buffer: inout XMLBuffer
  ) {
    buffer.attribute("tests", totals.cases)
    buffer.attribute("failures", totals.failures)
    buffer.attribute("errors", totals.errors)
    if saysSkipped { buffer.attribute("skipped", totals.skipped) }
    buffer.attribute("time", totals.time)
  }

  private func timestamp(in buffer: inout XMLBuffer) {
    let text = timestamp.description
    buffer.attribute(
      "timestamp", CleanText(dialect == .windyroad ? String(text.dropLast()) : text))
  }
}
