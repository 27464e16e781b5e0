/// The first place at which two logs of the same schedule differ.
public struct LogDifference: Sendable, Hashable {
  /// The number of the entry, from 0.
  public var entry: Int
  /// What the first log has there; nil for its end.
  public var first: String?
  /// What the second log has there; nil for its end.
  public var second: String?

  /// Compares two logs; nil if they are equal.
  ///
  /// - Parameters:
  ///   - first: The lines of one log.
  ///   - second: The lines of the other.
  public init?(_ first: [String], _ second: [String]) {
    let common = zip(first, second).prefix { left, right in left == right }.count
    guard common < max(first.count, second.count) else { return nil }
    entry = common
    self.first = common < first.count ? first[common] : nil
    self.second = common < second.count ? second[common] : nil
  }

  /// The difference as lines of text.
  public var lines: [String] {
    [
      " the first event that differs is #\(entry)",
      "  once:  \(first ?? "the end of the log")",
      "  again: \(second ?? "the end of the log")",
    ]
  }
}
