import SluiceReports
import SluiceRunner
import SluiceText

/// The reports of a run that are files, each written whole or not at all, whatever becomes of the
/// others.
///
/// A report that the system refuses to write is given up: nothing appears in its place, the others
/// go on, and ``refusals`` has the reason. Other errors are mistakes of the harness, and thrown.
struct FileReports {
  private var junit: JUnitReport?
  /// JUnit reports for readers with a schema of their own.
  private var dialects: [JUnitReport] = []
  private var journal: RunJournalWriter?
  private var further: [any FurtherReport] = []
  /// Why reports were given up, in the order in which that happened.
  private(set) var refusals: [ReportError] = []

  /// Begins all reports, and finds out at once whether they can be written.
  ///
  /// - Parameters:
  ///   - begin: What the run is of.
  ///   - destinations: Where reports go.
  /// - Throws: `ReportError` if a report can't be begun; then there is none.
  init(_ begin: RunJournal.Begin, to destinations: RunDestinations) throws {
    let header = JUnitHeader(begin)
    do {
      junit = try JUnitReport(
        path: destinations.junit,
        header: begin.shard.count > 1 ? ShardFacts.header(begin) : header)
      for dialect in JUnitDialect.allCases {
        guard let path = destinations.dialects[dialect] else { continue }
        // Each case comes to the first report before.
        dialects.append(
          try JUnitReport(path: path, header: header, dialect: dialect, checksNames: false))
      }
      journal = try destinations.journal.map { path in try RunJournalWriter(path: path, begin) }
      if let path = destinations.html {
        further.append(try HTMLReport(path: path, header: JUnitHeader(begin, ofShards: true)))
      }
      if let path = destinations.tap {
        further.append(try TAPReport(path: path, clock: header.clock))
      }
      if let place = destinations.gitHub {
        further.append(try GitHubReport(to: place, header: header))
      }
    } catch {
      // A report without a case would look as if none had failed.
      discard()
      throw error
    }
  }

  /// Whether any report shows more of a case than JUnit reports do.
  var showDetails: Bool { !further.isEmpty }

  /// Adds a case to the journal.
  ///
  /// - Parameter line: The case.
  /// - Throws: `CaseLineError` if it can't be encoded.
  mutating func add(_ line: RunJournal.Line) throws {
    if try attempt({ files in try files.journal?.add(line) }) == nil { journal = nil }
  }

  /// Adds a case to all reports but the journal.
  ///
  /// - Parameters:
  ///   - report: The case.
  ///   - numbered: The case as the JUnit report of a shard has it.
  ///   - details: What only some reports show.
  ///   - place: Its place among the cases of its suite; nil for behind those before.
  /// - Throws: `ReportError` if a report can't take the case.
  mutating func add(
    _ report: CaseReport, numbered: CaseReport, _ details: CaseDetails, at place: Int?
  ) throws {
    if try attempt({ files in try files.junit?.add(numbered, at: place) }) == nil { giveUpJUnit() }
    for (index, dialect) in dialects.enumerated().reversed() {
      if try attempt({ _ in try dialect.add(report, at: place) }) != nil { continue }
      dialect.discard()
      dialects.remove(at: index)
    }
    for (index, other) in further.enumerated().reversed()
    where try attempt({ _ in try other.add(report, details) }) == nil {
      further.remove(at: index)
    }
  }

  /// Ends the JUnit reports and the journal.
  ///
  /// - Parameters:
  ///   - end: How the run came to its end.
  ///   - own: The facts of the run's own JUnit report.
  ///   - facts: Those of JUnit reports for other readers.
  /// - Returns: The totals of the run's own JUnit report; nil if it was given up.
  /// - Throws: `ReportError` for a mistake of the harness.
  mutating func close(
    _ end: RunJournal.End, adding own: [ReportProperty], _ facts: [ReportProperty]
  ) throws -> ReportTotals? {
    let totals = try attempt { files in try files.junit?.close(adding: own) }
    if totals == nil { giveUpJUnit() }
    for dialect in dialects where try attempt({ _ in try dialect.close(adding: facts) }) == nil {
      dialect.discard()
    }
    _ = try attempt { files in try files.journal?.close(end) }
    return totals ?? nil
  }

  /// Ends the reports that are no JUnit reports.
  ///
  /// - Parameters:
  ///   - summary: What is said beside the counts.
  ///   - totals: The counts.
  /// - Throws: `ReportError` for a mistake of the harness.
  mutating func close(_ summary: RunSummary, _ totals: ReportTotals) throws {
    for report in further { _ = try attempt { _ in try report.close(summary, totals) } }
  }

  /// Gives all reports up: nothing is written.
  mutating func discard() {
    giveUpJUnit()
    for dialect in dialects { dialect.discard() }
    dialects = []
    journal = nil
    further = []
  }

  private mutating func giveUpJUnit() {
    // A report that is let go of would be written.
    junit?.discard()
    junit = nil
  }

  /// Does something with a report; nil, and the reason noted, where the system refuses.
  private mutating func attempt<Value>(
    _ body: (inout FileReports) throws -> Value
  ) throws -> Value? {
    do {
      return try body(&self)
    } catch let error as ReportError {
      switch error {
      case .fileSystem, .unusableTarget: refusals.append(error)
      case .duplicateCase, .unusableCase, .unusableHeader, .closed: throw error
      }
      return nil
    }
  }
}

/// What of a call could not be written, though everything else was.
struct UnwrittenFiles: Error, CustomStringConvertible {
  /// The reasons, one for each file.
  let refusals: [ReportError]

  /// How many of them are named: a full disk can take none of many.
  private static let mostNamed = 3

  var description: String {
    let left = refusals.count - Self.mostNamed
    let named = refusals.prefix(Self.mostNamed).map { error in "\(error)" }
    return (named + (left > 0 ? ["and \(left) more files"] : [])).joined(separator: "; ")
  }
}
