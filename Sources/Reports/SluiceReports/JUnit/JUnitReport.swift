import Foundation
import SluiceText
internal import Synchronization

/// A JUnit XML report that is written while the cases finish.
///
/// Results come one at a time, suites in any order and taking turns; the file appears whole, or not
/// at all; where each suite has a file of its own, each of them. Until `close()` they wait in a
/// file without a name beside the target; for each case only some five bytes stay in memory, to
/// find two of one name. Within a suite the cases stand in the order they were added; the suites
/// are sorted by the bytes of their names.
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
  ///   - path: where the report goes; what is there is replaced when the report is closed. In the
  ///     dialect of Surefire it is a folder, and of the files in it those of an earlier report are
  ///     replaced.
  ///   - header: what the report says about the whole run.
  ///   - dialect: which readers it is for.
  ///   - checksNames: whether two cases of one name are refused; a report of what another one takes
  ///     need not remember the names as well.
  /// - Throws: `ReportError` if the path or the header can't be used or the system refuses.
  package init(
    path: String, header: JUnitHeader, dialect: JUnitDialect = .complete, checksNames: Bool = true
  ) throws(ReportError) {
    state = Mutex(
      try JUnitReportState(
        path: path, header: header, dialect: dialect,
        seen: checksNames ? FingerprintSet() : nil))
  }

  deinit {
    _ = try? close()
  }

  /// Adds the result of a case.
  ///
  /// If it throws, the report is as it was before.
  ///
  /// - Parameters:
  ///   - report: the result.
  ///   - number: its place among the cases of its suite, where they come in another order; nil for
  ///     behind those before.
  /// - Throws: `ReportError` if the case can't be reported or kept, if one of the same suite,
  ///   classname and name was added before, or if the report is closed.
  package func add(_ report: CaseReport, at number: Int? = nil) throws(ReportError) {
    try state.withLock { state throws(ReportError) in try state.add(report, at: number) }
  }

  /// Gives the report up: nothing is written, and nothing can be added any more.
  package func discard() { state.withLock { state in state.isClosed = true } }

  /// Puts the report together and moves it into place.
  ///
  /// Closing it again does nothing. After an error it can be tried again.
  ///
  /// - Parameter further: facts about the run that are known at its end, behind those before.
  /// - Returns: the totals of all cases in the report.
  /// - Throws: `ReportError` if the system refuses; what was at the target is then still there.
  @discardableResult
  package func close(adding further: [ReportProperty] = []) throws(ReportError) -> ReportTotals {
    try state.withLock { state throws(ReportError) in try state.close(adding: further) }
  }
}

/// What a report knows between two calls.
private struct JUnitReportState {
  private let place: JUnitPlace
  private let header: JUnitHeader
  private let timestamp: UTCTimestamp
  /// The header's, which is asked for with each case.
  private let clock: ReportClock
  private let dialect: JUnitDialect
  private var suites: [JUnitSuite] = []
  /// Where the suites stand among them.
  private var numbers: [ByteOrderedName: Int] = [:]
  private let spool: CaseSpool
  /// What names there are, if two of one name are refused.
  private var seen: FingerprintSet?
  private var buffer = XMLBuffer()
  var isClosed = false

  init(
    path: String, header: JUnitHeader, dialect: JUnitDialect, seen: FingerprintSet?
  ) throws(ReportError) {
    self.seen = seen
    try header.validate()
    timestamp = try header.timestamp()
    let place = try JUnitPlace(path: path, dialect: dialect)
    spool = try CaseSpool(beside: place.target)
    self.header = header
    clock = header.clock
    self.dialect = dialect
    self.place = place
  }

  private var totals: ReportTotals {
    suites.reduce(into: ReportTotals()) { sum, suite in sum.add(suite.totals) }
  }

  mutating func add(_ report: CaseReport, at place: Int?) throws(ReportError) {
    guard !isClosed else { throw .closed(path: self.place.target.path) }
    let testcase = try JUnitCase(report)
    let number = number(ofSuite: testcase.suite)
    let fingerprint = testcase.fingerprint
    if let number, seen?.mayContain(fingerprint) == true {
      try refuseDuplicate(of: testcase, in: suites[number])
    }
    buffer.removeAll()
    buffer.testcase(testcase, clock: clock, dialect: dialect)
    try spool.makeRoom()
    // From here on nothing fails, so that a case is taken in as a whole or not at all.
    keep(testcase, at: place, in: number ?? beginSuite(testcase.suite))
    seen?.insert(fingerprint)
  }

  /// Keeps the case whose XML is in the buffer.
  private mutating func keep(_ testcase: JUnitCase, at place: Int?, in number: Int) {
    spool.append(xml: buffer.bytes, at: place, to: &suites[number].cases)
    suites[number].count(testcase, clock: clock)
  }

  private mutating func beginSuite(_ name: CleanText) -> Int {
    numbers[ByteOrderedName(name.string)] = suites.count
    suites.append(JUnitSuite(name: name))
    return suites.count - 1
  }

  mutating func close(adding further: [ReportProperty]) throws(ReportError) -> ReportTotals {
    guard !isClosed else { return totals }
    var header = header
    header.properties += further
    try header.validate()
    let sorted = suites.sorted { left, right in
      ByteOrderedName(left.name.string) < ByteOrderedName(right.name.string)
    }
    try JUnitWriter(header: header, timestamp: timestamp, dialect: dialect)
      .write(sorted, from: spool, to: place)
    isClosed = true
    return totals
  }

  /// Where a suite stands; most cases are of the suite of the one before.
  private func number(ofSuite name: CleanText) -> Int? {
    if let last = suites.indices.last, suites[last].name.string.hasSameBytes(as: name.string) {
      return last
    }
    return numbers[ByteOrderedName(name.string)]
  }

  /// Looks for the case with the same fingerprint, which may be another one by chance.
  private func refuseDuplicate(
    of testcase: JUnitCase, in suite: JUnitSuite
  ) throws(ReportError) {
    var buffer = XMLBuffer()
    buffer.markup("    ")
    buffer.openingTag(of: testcase)
    buffer.markup(" ")
    let beginning = Data(buffer.bytes)
    // A tag may begin in one piece and end in the next.
    var tail = Data()
    var tag: Data?
    try spool.forEachPiece(of: suite.cases) { piece in
      tail.append(piece)
      let found = tail.range(of: beginning)
      if let found, let end = tail[found.upperBound...].firstIndex(of: UInt8(ascii: "\n")) {
        tag = Data(tail[found.upperBound..<end])
        return false
      }
      tail = Data(found.map { tail[$0.lowerBound...] } ?? tail.suffix(beginning.count))
      return true
    }
    guard let tag else { return }
    throw .duplicateCase(
      name: "\(testcase.suite.string) / \(testcase.classname.string) / \(testcase.name.string)",
      first: JUnitPlaceAttributes.place(in: tag), second: testcase.placeDescription)
  }
}

/// Where a case says that it is written down.
private enum JUnitPlaceAttributes {
  /// The place in a tag, for messages.
  static func place(in tag: Data) -> String {
    guard let file = value(of: "file", in: tag) else { return "an unknown place" }
    return value(of: "line", in: tag).map { line in "\(file):\(line)" } ?? file
  }

  private static func value(of name: String, in tag: Data) -> String? {
    guard let start = tag.range(of: Data("\(name)=\"".utf8))?.upperBound,
      let end = tag[start...].firstIndex(of: UInt8(ascii: "\""))
    else { return nil }
    return String(decoding: tag[start..<end], as: UTF8.self)
      .replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
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
    left.string.hasSameBytes(as: right.string)
  }

  package static func < (left: ByteOrderedName, right: ByteOrderedName) -> Bool {
    left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(Fingerprint(of: string).value)
  }
}
