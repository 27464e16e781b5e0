import Foundation
internal import Synchronization

/// A JUnit XML report that is written while the cases finish.
///
/// Results come one at a time, suites in any order and taking turns; the file appears whole, or not
/// at all. Until `close()` they wait in a file without a name beside the target; for each case only
/// eight bytes stay in memory, to find two of one name. Within a suite the cases stand in the order
/// they were added; the suites are sorted by the bytes of their names.
///
/// A run that is stopped calls `close()` from wherever it notices, and the report has what is done
/// by then. Letting go of a report closes it too, but then nobody hears of an error.
///
/// Calls may come from any thread, though not from a signal handler; they take turns.
package final class JUnitReport: Sendable {
  private let state: Mutex<JUnitReportState>

  /// Begins a report, and finds out at once whether it can be written.
  ///
  /// The directory is made if it is not there.
  ///
  /// - Parameters:
  ///   - path: where the report goes; what is there is replaced when the report is closed.
  ///   - header: what the report says about the whole run.
  /// - Throws: `ReportError` if the path or the header can't be used or the system refuses.
  package init(path: String, header: JUnitHeader) throws(ReportError) {
    state = Mutex(try JUnitReportState(path: path, header: header))
  }

  deinit {
    _ = try? close()
  }

  /// Adds the result of a case.
  ///
  /// If it throws, the report is as it was before.
  ///
  /// - Parameter report: the result.
  /// - Throws: `ReportError` if the case can't be reported or kept, if one of the same suite,
  ///   classname and name was added before, or if the report is closed.
  package func add(_ report: CaseReport) throws(ReportError) {
    try state.withLock { state throws(ReportError) in try state.add(report) }
  }

  /// Puts the report together and moves it into place.
  ///
  /// Closing it again does nothing. After an error it can be tried again.
  ///
  /// - Returns: the totals of all cases in the report.
  /// - Throws: `ReportError` if the system refuses; what was at the target is then still there.
  @discardableResult
  package func close() throws(ReportError) -> ReportTotals {
    try state.withLock { state throws(ReportError) in try state.close() }
  }
}

/// What a report knows between two calls.
private struct JUnitReportState: ~Copyable {
  /// One suite so far.
  struct Suite {
    var totals = ReportTotals()
    var cases = CaseSpool.Chain()
    var file = CommonFile.none
  }

  /// The file that all cases of a suite name, if it is one.
  enum CommonFile {
    case none
    case one(CleanText)
    case several
  }

  let target: ReportTarget
  let header: JUnitHeader
  let timestamp: UTCTimestamp
  private(set) var suites: [ByteOrderedName: Suite] = [:]
  private(set) var spool: CaseSpool
  private var fingerprints: Set<UInt64> = []
  private var isClosed = false

  init(path: String, header: JUnitHeader) throws(ReportError) {
    try header.validate()
    let timestamp = try header.timestamp()
    let target = try ReportTarget(path: path)
    spool = try CaseSpool(beside: target)
    self.header = header
    self.timestamp = timestamp
    self.target = target
  }

  var totals: ReportTotals {
    suites.values.reduce(into: ReportTotals()) { sum, suite in sum.add(suite.totals) }
  }

  mutating func add(_ report: CaseReport) throws(ReportError) {
    guard !isClosed else { throw .closed(path: target.path) }
    let testcase = try JUnitCase(report)
    let name = ByteOrderedName(testcase.suite.string)
    var suite = suites[name] ?? Suite()
    if fingerprints.contains(testcase.fingerprint) {
      try refuseDuplicate(of: testcase, in: suite)
    }
    var buffer = XMLBuffer()
    buffer.testcase(testcase, clock: header.clock)
    try spool.append(xml: buffer.bytes, place: testcase.placeDescription, to: &suite.cases)
    suite.totals.count(report.outcome, time: report.time(on: header.clock))
    suite.file.merge(testcase.file)
    suites[name] = suite
    fingerprints.insert(testcase.fingerprint)
  }

  mutating func close() throws(ReportError) -> ReportTotals {
    if !isClosed { try assemble() }
    isClosed = true
    return totals
  }

  /// Looks for the case with the same fingerprint, which may be another one by chance.
  private func refuseDuplicate(
    of testcase: JUnitCase, in suite: Suite
  ) throws(ReportError) {
    var buffer = XMLBuffer()
    buffer.markup("    ")
    buffer.openingTag(of: testcase)
    buffer.markup(" ")
    let beginning = buffer.bytes
    var first: String?
    try spool.forEachRecord(of: suite.cases) { record in
      first = record.xml.starts(with: beginning) ? record.place : nil
      return first == nil
    }
    guard let first else { return }
    throw .duplicateCase(
      name: "\(testcase.suite.string) / \(testcase.classname.string) / \(testcase.name.string)",
      first: first, second: testcase.placeDescription)
  }
}

extension JUnitReportState.CommonFile {
  /// Takes in the file of one more case.
  ///
  /// A case without a file says nothing about the others.
  mutating func merge(_ file: CleanText?) {
    guard let file else { return }
    switch self {
    case .none: self = .one(file)
    case .one(let known) where ByteOrderedName(known.string) == ByteOrderedName(file.string): break
    case .one, .several: self = .several
    }
  }

  /// The file, if all cases that name one agree.
  var file: CleanText? {
    guard case .one(let file) = self else { return nil }
    return file
  }
}

// MARK: - Putting the report together

extension JUnitReportState {
  /// Writes the whole report beside the target, then moves it into place.
  private func assemble() throws(ReportError) {
    let draft = try target.makeTemporaryFile(for: "draft")
    defer { try? FileManager.default.removeItem(at: draft) }
    var writer = try ChunkedWriter(to: draft, for: target.path)
    try writer.write(Data(opening()))
    for (name, suite) in suites.sorted(by: { $0.key < $1.key }) {
      try writer.write(Data(opening(of: suite, name: name)))
      try spool.forEachRecord(of: suite.cases) { record throws(ReportError) in
        try writer.write(record.xml)
        return true
      }
      try writer.write(Data("  </testsuite>\n".utf8))
    }
    try writer.write(Data("</testsuites>\n".utf8))
    try writer.finish()
    try target.replace(with: draft)
  }

  private func opening() -> [UInt8] {
    var buffer = XMLBuffer()
    buffer.markup("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites")
    buffer.attribute("name", CleanText(line: header.name))
    summary(totals, in: &buffer)
    buffer.markup(">\n")
    return buffer.bytes
  }

  private func opening(of suite: Suite, name: ByteOrderedName) -> [UInt8] {
    var buffer = XMLBuffer()
    buffer.markup("  <testsuite")
    buffer.attribute("name", CleanText(name.string))
    summary(suite.totals, in: &buffer)
    if let hostname = header.hostname { buffer.attribute("hostname", hostname) }
    if let file = suite.file.file { buffer.attribute("file", file) }
    buffer.markup(">\n")
    let properties = header.properties.map { property in
      (name: CleanText(line: property.name), value: CleanText(property.value))
    }
    buffer.properties(properties, indentation: "    ")
    return buffer.bytes
  }

  private func summary(_ totals: ReportTotals, in buffer: inout XMLBuffer) {
    buffer.attribute("tests", totals.cases)
    buffer.attribute("failures", totals.failures)
    buffer.attribute("errors", totals.errors)
    buffer.attribute("skipped", totals.skipped)
    buffer.attribute("time", CleanText("\(totals.time)"))
    buffer.attribute("timestamp", CleanText("\(timestamp)"))
  }
}

/// A name compared, ordered and hashed by its bytes.
///
/// The operators of `String` treat `é` and `e` with an accent as one; readers of reports compare
/// bytes, and the order of suites must not hang on tables of Unicode.
package struct ByteOrderedName: Sendable, Hashable, Comparable {
  /// The name itself.
  package let string: String

  /// Wraps a name.
  package init(_ string: String) { self.string = string }

  package static func == (left: ByteOrderedName, right: ByteOrderedName) -> Bool {
    left.string.utf8.elementsEqual(right.string.utf8)
  }

  package static func < (left: ByteOrderedName, right: ByteOrderedName) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    for byte in string.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)
  }
}
