/// The bytes of one scenario file, with the places where its lines begin.
///
/// Everything works on UTF-8 bytes and offsets; lines and columns are computed only when a person
/// has to read them. The bytes need not be valid UTF-8: the lexer reports what is not.
package struct SourceFile: Sendable {
  /// The path as it was given, with `/` between components.
  package let path: String
  /// The whole content.
  package let bytes: [UInt8]
  /// The offset of the first byte of each line; always at least one.
  let lineStarts: [Int]

  /// Creates a file from its content.
  ///
  /// - Parameters:
  ///   - path: The path that diagnostics show.
  ///   - bytes: The content as it is on disk.
  package init(path: String, bytes: [UInt8]) {
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
  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The number of lines, where a line break at the very end does not begin another one.
  package var lineCount: Int {
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
  package func location(of offset: Int) -> SourceLocation {
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

/// A half-open range of bytes in one file of a ``SourceMap``.
///
/// Spans are what every syntax-tree node, diagnostic and resolved step keeps, so that a failure at
/// any time later can point at the text that caused it.
package struct SourceSpan: Hashable, Sendable {
  /// The index of the file in the ``SourceMap``; the file that was asked for is 0.
  package var file: Int
  /// The offset of the first byte.
  package var start: Int
  /// The offset after the last byte; never less than ``start``.
  package var end: Int

  /// Creates a span.
  ///
  /// - Parameters:
  ///   - file: The index of the file in its source map.
  ///   - start: The offset of the first byte.
  ///   - end: The offset after the last byte.
  package init(file: Int, start: Int, end: Int) {
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

/// A place in a file as people and other programs name it.
package struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file as it was given.
  package var path: String
  /// The line, counted from 1.
  package var line: Int
  /// The column in Unicode scalars, counted from 1.
  package var column: Int
  /// The offset in bytes, counted from 0.
  package var offset: Int

  /// The form `path:line:column` that editors and terminals make clickable.
  package var description: String { "\(path):\(line):\(column)" }
}

/// The files that one reading touched: the file that was asked for, then those it uses.
///
/// A span names its file by index, so a resolved step that comes from a flow in another file still
/// points at the right text.
package struct SourceMap: Sendable {
  /// The files in the order in which they were opened.
  package private(set) var files: [SourceFile] = []

  /// Appends a file and returns the index that spans in it must carry.
  mutating func append(_ file: SourceFile) -> Int {
    files.append(file)
    return files.count - 1
  }

  /// The place where a span begins.
  ///
  /// - Parameter span: A span of one of the files of this map.
  /// - Returns: Path, line and column.
  package func location(of span: SourceSpan) -> SourceLocation {
    precondition(files.indices.contains(span.file), "the span belongs to another source map")
    return files[span.file].location(of: span.start)
  }

  /// The text that a span covers.
  ///
  /// - Parameter span: A span of one of the files of this map.
  /// - Returns: The text as it is written in the file.
  package func text(of span: SourceSpan) -> String {
    precondition(files.indices.contains(span.file), "the span belongs to another source map")
    let file = files[span.file]
    let end = min(span.end, file.bytes.count)
    return file.text(min(span.start, end)..<end)
  }
}
