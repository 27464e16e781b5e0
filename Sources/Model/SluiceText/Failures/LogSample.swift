/// The log of one run, for comparing it with that of another process, and for who wants every
/// event.
package struct LogSample: Sendable, Hashable, Codable {
  /// Which run it is, as in `the canonical schedule`.
  package var run: String
  /// The first entries, one line each.
  package var lines: [String]
  /// A digest of all entries.
  package var digest: UInt64

  /// A sample that keeps every line of a log.
  ///
  /// - Parameters:
  ///   - lines: The whole log, one line for each entry.
  ///   - run: Which run it is.
  package init(wholeLog lines: [String], of run: String) {
    self.run = run
    self.lines = lines
    var digest = Fingerprint()
    for line in lines {
      digest.combine(bytesOf: line)
      digest.combine(bytesOf: "\n")
    }
    self.digest = digest.value
  }

  private enum CodingKeys: CodingKey {
    case run, text, digest
  }

  /// Reads a sample, whose lines cross as one text.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    run = try container.decode(String.self, forKey: .run)
    digest = try container.decode(UInt64.self, forKey: .digest)
    let text = try container.decode(String.self, forKey: .text)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Writes a sample, its lines as one text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(run, forKey: .run)
    try container.encode(digest, forKey: .digest)
    try container.encode(lines.joined(separator: "\n"), forKey: .text)
  }
}
