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

/// A time in whole milliseconds, printed as seconds with three decimals.
///
/// Readers of reports accept no exponent, no comma and no whole number, whatever the locale; so the
/// digits are made here. Sums that leave the range stay at its end instead of trapping.
package struct Milliseconds: Sendable, Hashable, Comparable {
  /// The number of milliseconds, not negative.
  package let count: Int64

  /// No time at all.
  package static let zero = Milliseconds(count: 0)

  private init(count: Int64) { self.count = count }

  /// Rounds to the nearest millisecond, half of one upwards; a negative duration counts as none.
  package init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else {
      self = .zero
      return
    }
    let rounded = (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
    let (sum, carry) = scaled.addingReportingOverflow(rounded)
    count = overflow || carry ? .max : sum
  }

  package static func + (left: Milliseconds, right: Milliseconds) -> Milliseconds {
    let (sum, overflow) = left.count.addingReportingOverflow(right.count)
    return Milliseconds(count: overflow ? .max : sum)
  }

  package static func < (left: Milliseconds, right: Milliseconds) -> Bool {
    left.count < right.count
  }
}

extension Milliseconds: CustomStringConvertible {
  /// Seconds with three decimals, such as `0.001`.
  package var description: String {
    let fraction = String(count % 1_000)
    return "\(count / 1_000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}
