/// The log of one run, for comparing it with that of another process.
package struct LogSample: Sendable, Hashable, Codable {
  /// The longest log that is kept line by line.
  static let longest = 2000

  /// Which run it is, as in `the canonical schedule`.
  package var run: String
  /// The first entries, one line each.
  package var lines: [String]
  /// A digest of all entries.
  package var digest: UInt64

  /// A sample of a log.
  ///
  /// - Parameters:
  ///   - run: Which run it is.
  ///   - lines: The whole log, one line for each entry.
  init(run: String, lines: [String]) {
    self.init(wholeLog: lines, of: run)
    self.lines = Array(lines.prefix(LogSample.longest))
  }

  /// A sample that keeps every line of a log.
  ///
  /// - Parameters:
  ///   - lines: The whole log, one line for each entry.
  ///   - run: Which run it is.
  init(wholeLog lines: [String], of run: String) {
    self.run = run
    self.lines = lines
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    for line in lines {
      for byte in line.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
      digest = (digest ^ 0x0A) &* 0x100_0000_01B3
    }
    self.digest = digest
  }

  /// What differs in another log of the same run; nil if nothing does.
  func difference(from other: LogSample) -> [String]? {
    guard digest != other.digest || run != other.run else { return nil }
    if let difference = LogDifference(lines, other.lines) { return difference.lines }
    return [" the logs differ behind entry #\(lines.count)"]
  }
}
