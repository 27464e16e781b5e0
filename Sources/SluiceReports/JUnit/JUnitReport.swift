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
