/// A point in the virtual time of a simulation, in whole nanoseconds since it began.
///
/// Time stands still while events run, and moves only to the next timer's deadline. Two instants of
/// different simulations compare, but mean nothing to each other.
public struct Instant: Sendable, Hashable, Comparable {
  /// The beginning of every simulation.
  public static let start = Instant(nanoseconds: 0)

  /// The distance from the beginning, in nanoseconds.
  public let nanoseconds: Int64

  /// Creates the instant a number of nanoseconds after the beginning.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The order of time.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Returns how long it is from this instant to another; negative if the other is earlier.
  public func duration(to other: Instant) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// Returns the instant a duration later, at most the last one there is.
  ///
  /// Less than a nanosecond is rounded up, so that nothing is ever early.
  public func advanced(by duration: Duration) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.saturatedNanoseconds)
    guard overflow else { return Instant(nanoseconds: sum) }
    return Instant(nanoseconds: nanoseconds < 0 ? .min : .max)
  }
}

extension Instant: CustomStringConvertible {
  /// The distance from the beginning in seconds with as many decimals as needed, as in `1.5s`.
  public var description: String {
    let magnitude = nanoseconds.magnitude
    let (seconds, fraction) = magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let sign = nanoseconds < 0 ? "-" : ""
    guard fraction > 0 else { return "\(sign)\(seconds)s" }
    var digits = String(fraction)
    digits = String(repeating: "0", count: 9 - digits.utf8.count) + digits
    while digits.utf8.last == UInt8(ascii: "0") { digits.removeLast() }
    return "\(sign)\(seconds).\(digits)s"
  }
}

extension Duration {
  /// The whole nanoseconds, rounded up and kept within what 64 bits hold.
  var saturatedNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let fraction = attoseconds / 1_000_000_000
    let remainder: Int64 = attoseconds % 1_000_000_000 > 0 ? 1 : 0
    let (sum, sumOverflow) = whole.addingReportingOverflow(fraction + remainder)
    guard overflow || sumOverflow else { return sum }
    return seconds < 0 ? .min : .max
  }
}
