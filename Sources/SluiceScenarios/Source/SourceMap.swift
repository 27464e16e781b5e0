/// The files that one reading touched: the file that was asked for, then those it uses.
///
/// A span names its file by index, so a resolved step that comes from a flow in another file still
/// points at the right text.
public struct SourceMap: Sendable {
  /// The files in the order in which they were opened.
  public private(set) var files: [SourceFile]

  /// Creates a map.
  ///
  /// - Parameter files: The files it starts with.
  public init(files: [SourceFile] = []) {
    self.files = files
  }

  /// Appends a file and returns the index that spans in it must carry.
  mutating func append(_ file: SourceFile) -> Int {
    files.append(file)
    return files.count - 1
  }

  /// The place where a span begins.
  ///
  /// - Parameter span: A span of one of the files of this map.
  /// - Returns: Path, line and column.
  public func location(of span: SourceSpan) -> SourceLocation {
    precondition(files.indices.contains(span.file), "the span belongs to another source map")
    return files[span.file].location(of: span.start)
  }

  /// The text that a span covers.
  ///
  /// - Parameter span: A span of one of the files of this map.
  /// - Returns: The text as it is written in the file.
  public func text(of span: SourceSpan) -> String {
    precondition(files.indices.contains(span.file), "the span belongs to another source map")
    let file = files[span.file]
    let end = min(span.end, file.bytes.count)
    return file.text(min(span.start, end)..<end)
  }
}
