/// The first place at which two logs of the same schedule differ.
package struct LogDifference: Sendable, Hashable {
  /// The number of the entry, from 0.
  package var entry: Int
  /// What the first log has there; nil for its end.
  package var first: String?
  /// What the second log has there; nil for its end.
  package var second: String?

  /// Compares two logs; nil if they are equal.
  ///
  /// - Parameters:
  ///   - first: The lines of one log.
  ///   - second: The lines of the other.
  package init?(_ first: [String], _ second: [String]) {
    let common = zip(first, second).prefix { left, right in left == right }.count
    guard common < max(first.count, second.count) else { return nil }
    entry = common
    self.first = common < first.count ? first[common] : nil
    self.second = common < second.count ? second[common] : nil
  }

  /// The difference as lines of text.
  package var lines: [String] {
    [
      " the first event that differs is #\(entry)",
      "  once:  \(first ?? "the end of the log")",
      "  again: \(second ?? "the end of the log")",
    ]
  }
}
