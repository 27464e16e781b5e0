/// Bytes that arrive in pieces, cut into lines.
package struct LineBuffer {
  /// A line that was cut off.
  package enum Line: Equatable {
    /// A whole line, without its line feed.
    case text(String)
    /// A line that is not UTF-8, or longer than the limit; here as far as it can be shown.
    case unusable(String)
  }

  private let limit: Int
  private var pending: [UInt8] = []
  /// Where the next line begins, and how far was looked for its end: nothing is looked at twice.
  private var start = 0
  private var searched = 0

  /// A buffer for lines of at most `limit` bytes.
  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes more bytes.
  package mutating func append(_ bytes: [UInt8]) {
    pending += bytes
  }

  /// The next line, or `nil` until more bytes come.
  package mutating func next() -> Line? {
    guard let end = pending[searched...].firstIndex(of: lineFeed) else {
      searched = pending.count
      guard pending.count - start <= limit else { return .unusable(excerpt(pending[start...])) }
      pending.removeSubrange(..<start)
      (start, searched) = (0, pending.count)
      return nil
    }
    let line = pending[start..<end]
    (start, searched) = (end + 1, end + 1)
    guard line.count <= limit, let text = String(validating: line, as: UTF8.self) else {
      return .unusable(excerpt(line))
    }
    return .text(text)
  }

  private func excerpt(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix(200), as: UTF8.self)
  }
}
