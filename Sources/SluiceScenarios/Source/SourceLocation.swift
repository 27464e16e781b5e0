/// A place in a file as people and other programs name it.
public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  /// The path of the file as it was given.
  public var path: String
  /// The line, counted from 1.
  public var line: Int
  /// The column in Unicode scalars, counted from 1.
  public var column: Int
  /// The offset in bytes, counted from 0.
  public var offset: Int

  /// Creates a location.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - line: The line, from 1.
  ///   - column: The column in Unicode scalars, from 1.
  ///   - offset: The offset in bytes, from 0.
  public init(path: String, line: Int, column: Int, offset: Int) {
    self.path = path
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The form `path:line:column` that editors and terminals make clickable.
  public var description: String { "\(path):\(line):\(column)" }
}
