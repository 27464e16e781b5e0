/// A half-open range of bytes in one file of a ``SourceMap``.
///
/// Spans are what every syntax-tree node, diagnostic and resolved step keeps, so that a failure at
/// any time later can point at the text that caused it.
public struct SourceSpan: Hashable, Sendable {
  /// The index of the file in the ``SourceMap``; the file that was asked for is 0.
  public var file: Int
  /// The offset of the first byte.
  public var start: Int
  /// The offset after the last byte; never less than ``start``.
  public var end: Int

  /// Creates a span.
  ///
  /// - Parameters:
  ///   - file: The index of the file in its source map.
  ///   - start: The offset of the first byte.
  ///   - end: The offset after the last byte.
  public init(file: Int, start: Int, end: Int) {
    precondition(start >= 0 && end >= start, "a span can't end before it starts")
    self.file = file
    self.start = start
    self.end = end
  }

  /// The smallest span that covers this one and another one of the same file.
  func union(_ other: SourceSpan) -> SourceSpan {
    guard other.file == file else { return self }
    return SourceSpan(file: file, start: min(start, other.start), end: max(end, other.end))
  }
}
