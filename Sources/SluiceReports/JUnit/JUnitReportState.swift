/// What a report knows between two calls.
struct JUnitReportState: ~Copyable {
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
