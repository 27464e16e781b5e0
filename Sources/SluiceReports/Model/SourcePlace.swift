/// A place in a source file: what an editor needs to jump to it.
///
/// A value of this type only names a place. Whether the file exists is not looked up, and whether
/// the path suits a report is decided by who writes the report.
package struct SourcePlace: Sendable, Hashable {
  /// The path as it is to be shown, relative to the root of the project where that is possible.
  package var file: String
  /// The line, counted from 1.
  package var line: Int?
  /// The column in Unicode scalars, counted from 1; it means nothing without a line.
  package var column: Int?

  /// Creates a place in a file.
  ///
  /// - Parameters:
  ///   - file: the path as it is to be shown.
  ///   - line: the line, counted from 1, where it is known.
  ///   - column: the column, counted from 1, where it is known.
  package init(file: String, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourcePlace: CustomStringConvertible {
  /// The form compilers print: `file:line:column`, as far as it is known.
  package var description: String {
    guard let line else { return file }
    guard let column else { return "\(file):\(line)" }
    return "\(file):\(line):\(column)"
  }
}
