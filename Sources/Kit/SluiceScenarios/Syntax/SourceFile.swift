import SluiceSpies

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
  /// How many scalars begin before every so many bytes, so that a place in a line of any length is
  /// found without going through it.
  private let scalarCounts: [Int]
  private static let block = 128

  /// Creates a file from its content.
  ///
  /// - Parameters:
  ///   - path: The path that diagnostics show.
  ///   - bytes: The content as it is on disk.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    var starts = [0]
    var counts: [Int] = []
    var scalars = 0
    var offset = 0
    while offset < bytes.count {
      if offset % SourceFile.block == 0 { counts.append(scalars) }
      if bytes[offset] == UInt8(ascii: "\n") { starts.append(offset + 1) }
      if !bytes[offset].isContinuation { scalars += 1 }
      offset += 1
    }
    lineStarts = starts
    scalarCounts = counts
    WorkCounter.looked(offset)
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
      WorkCounter.looked()
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
    let column = scalars(before: place) - scalars(before: lineStarts[line]) + 1
    return SourceLocation(path: path, line: line + 1, column: column, offset: place)
  }

  /// How many scalars begin before an offset; looks at the bytes of one block at most.
  private func scalars(before offset: Int) -> Int {
    guard let last = scalarCounts.indices.last else { return 0 }
    let block = min(offset / SourceFile.block, last)
    var count = scalarCounts[block]
    let start = block * SourceFile.block
    WorkCounter.looked(offset - start)
    for index in start..<offset where !bytes[index].isContinuation { count += 1 }
    return count
  }

  /// The neighbourhood of a place in its line: all of the line, if that is short.
  ///
  /// - Parameters:
  ///   - offset: The place.
  ///   - line: The bytes of its line.
  ///   - before: How many scalars before the place are in it.
  ///   - widest: How many are in it at most.
  /// - Returns: The bytes, no more than a fixed number, and how many scalars of the line are left
  ///   out before them.
  func neighbourhood(
    of offset: Int, in line: Range<Int>, before: Int, widest: Int
  ) -> (bytes: Range<Int>, shift: Int) {
    // A scalar has at most so many bytes; what is no UTF-8 may have any number.
    let most = widest * 4
    let first = scalars(before: line.lowerBound)
    let count = scalars(before: line.upperBound) - first
    guard count > widest || line.count > most else { return (line, 0) }
    let place = min(max(offset, line.lowerBound), line.upperBound)
    var start = place
    var left = before
    while start > line.lowerBound, left > 0, place - start < before * 4 {
      start -= 1
      if !bytes[start].isContinuation { left -= 1 }
    }
    var end = start
    left = widest
    while end < line.upperBound, end - start < most {
      if !bytes[end].isContinuation {
        guard left > 0 else { break }
        left -= 1
      }
      end += 1
    }
    WorkCounter.looked(place - start + end - start)
    return (start..<end, scalars(before: start) - first)
  }

  /// The text of a range of bytes; what is not UTF-8 becomes U+FFFD.
  func text(_ range: Range<Int>) -> String {
    WorkCounter.looked(range.count)
    return String(decoding: bytes[range], as: UTF8.self)
  }
}

extension SourceFile {
  /// How much of a file is looked at to see whether it is text, and what part of it may be bytes
  /// that no text has.
  private static let beginning = 4096
  private static let tolerance = 16

  /// The first of the bytes that no text has, if they are so many that this is a program, a picture
  /// or an archive; nil for a text, even for one with a few wrong bytes in it.
  var firstOfNoText: Int? {
    let bytes = bytes
    let head = min(bytes.count, SourceFile.beginning)
    WorkCounter.looked(head)
    var first: Int?
    var count = 0
    // A plain loop: a debug build takes ten times as long for closures.
    var index = 0
    while index < head {
      if bytes[index].isOfNoText {
        first = first ?? index
        count += 1
      }
      index += 1
    }
    return count > 8 && count * SourceFile.tolerance > head ? first : nil
  }
}

extension UInt8 {
  /// Whether no text has this byte, be it in whatever encoding that begins with ASCII.
  fileprivate var isOfNoText: Bool {
    switch self {
    case 0x09, 0x0A, 0x0C, 0x0D, 0x1B: false
    default: self < 0x20 || self == 0x7F
    }
  }

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
