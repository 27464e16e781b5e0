/// The bytes of one scenario file, with the places where its lines begin.
///
/// Everything works on UTF-8 bytes and offsets; lines and columns are computed only when a person
/// has to read them. The bytes need not be valid UTF-8: the lexer reports what is not.
public struct SourceFile: Sendable {
  /// The path as it was given, with `/` between components.
  public let path: String
  /// The whole content.
  public let bytes: [UInt8]
  /// The offset of the first byte of each line; always at least one.
  let lineStarts: [Int]

  /// Creates a file from its content.
  ///
  /// - Parameters:
  ///   - path: The path that diagnostics show.
  ///   - bytes: The content as it is on disk.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var starts = [0]
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") { starts.append(offset + 1) }
      offset += 1
    }
    lineStarts = starts
  }

  /// Creates a file from text in memory.
  ///
  /// - Parameters:
  ///   - path: The path that diagnostics show.
  ///   - text: The content.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The number of lines, where a line break at the very end does not begin another one.
  public var lineCount: Int {
    lineStarts.last == bytes.count ? max(1, lineStarts.count - 1) : lineStarts.count
  }

  /// The line that holds an offset, counted from 0.
  func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The bytes of a line, counted from 0, without its line break.
  func lineRange(_ index: Int) -> Range<Int> {
    let start = lineStarts[index]
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<max(start, end)
  }

  /// The place of an offset.
  ///
  /// - Parameter offset: An offset in bytes; past the end it counts as the end.
  /// - Returns: The line and the column in Unicode scalars.
  public func location(of offset: Int) -> SourceLocation {
    let place = min(max(offset, 0), bytes.count)
    let line = lineIndex(of: place)
    var column = 1
    for index in lineStarts[line]..<place where !bytes[index].isContinuation { column += 1 }
    return SourceLocation(path: path, line: line + 1, column: column, offset: place)
  }

  /// The text of a range of bytes; what is not UTF-8 becomes U+FFFD.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}

extension UInt8 {
  /// Whether this byte continues a UTF-8 sequence that an earlier one began.
  var isContinuation: Bool { self & 0b1100_0000 == 0b1000_0000 }
}
