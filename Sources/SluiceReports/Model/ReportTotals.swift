/// The counts and the time of a set of cases.
///
/// The time is the sum of the times as they are shown, in whole milliseconds, so that the figures
/// in a report add up to the digit.
package struct ReportTotals: Sendable, Hashable {
  /// The number of cases.
  package private(set) var cases = 0
  /// How many of them failed.
  package private(set) var failures = 0
  /// How many of them could not be judged.
  package private(set) var errors = 0
  /// How many of them were skipped.
  package private(set) var skipped = 0
  /// The sum of their times.
  package private(set) var time = Milliseconds.zero

  /// Creates the totals of no case.
  package init() {}

  /// How many of the cases passed.
  package var passed: Int { cases - failures - errors - skipped }

  /// Whether a failure or an error turns the run red.
  package var isRed: Bool { failures + errors > 0 }

  /// Counts one more case.
  package mutating func count(_ outcome: CaseOutcome, time duration: Duration) {
    cases += 1
    switch outcome {
    case .passed: break
    case .failure: failures += 1
    case .error: errors += 1
    case .skipped: skipped += 1
    }
    time = time + Milliseconds(duration)
  }

  /// Adds the totals of other cases.
  package mutating func add(_ other: ReportTotals) {
    cases += other.cases
    failures += other.failures
    errors += other.errors
    skipped += other.skipped
    time = time + other.time
  }
}
