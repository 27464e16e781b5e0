/// A point in time with nanoseconds, independent of any calendar or time zone.
///
/// Stored values are cut to microseconds, as the product does when it takes one from a caller.
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRTimestamp.h`.
public struct Timestamp: Hashable, Sendable {
  /// The whole seconds since the Unix epoch, negative before it.
  public let seconds: Int64

  /// The nanoseconds within the second, from 0 to 999,999,999, counting forward also before the
  /// epoch.
  public let nanoseconds: Int32

  /// The instant at so many seconds and nanoseconds after the Unix epoch.
  ///
  /// - Parameters:
  ///   - seconds: The whole seconds since the Unix epoch.
  ///   - nanoseconds: The nanoseconds within the second; from 0 to 999,999,999.
  public init(seconds: Int64, nanoseconds: Int32) {
    precondition(
      (0..<1_000_000_000).contains(nanoseconds),
      "a timestamp's nanoseconds must be from 0 to 999,999,999, not \(nanoseconds)")
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The instant as the product stores it: cut to microseconds.
  package var stored: Timestamp {
    Timestamp(seconds: seconds, nanoseconds: nanoseconds / 1000 * 1000)
  }
}

extension Timestamp: Comparable {
  /// Whether the left instant is before the right one.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

extension Timestamp: CustomStringConvertible {
  /// The seconds and nanoseconds, for messages.
  public var description: String { "timestamp(\(seconds)s \(nanoseconds)ns)" }
}
