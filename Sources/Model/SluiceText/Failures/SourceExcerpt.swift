/// The lines of a scenario or of a flow, with those that a reader is to look at.
package struct SourceExcerpt: Sendable, Hashable, Codable {
  /// A place in the lines.
  package struct Mark: Sendable, Hashable, Codable {
    /// Why it is marked.
    package enum Reason: String, Sendable, Codable, CaseIterable {
      /// It failed.
      case failed
      /// The case that begins here failed as a whole.
      case wholeCase
      /// The failing line is in a flow that is played here.
      case played
      /// It set off what failed.
      case stimulus
    }

    /// Why it is marked.
    package var reason: Reason
    /// The line, from 1.
    package var line: Int
    /// The column in Unicode scalars, from 1.
    package var column: Int
    /// How many Unicode scalars it is about, in that line; 0 for a place without text.
    package var length: Int

    /// A mark.
    package init(_ reason: Reason = .failed, line: Int, column: Int, length: Int) {
      self.reason = reason
      self.line = line
      self.column = column
      self.length = length
    }
  }

  /// The path of the file as reports show it.
  package var path: String
  /// The number of the first line, from 1.
  package var firstLine: Int
  /// The lines.
  package var lines: [String]
  /// The marks in them.
  package var marks: [Mark]

  /// An excerpt.
  package init(path: String, firstLine: Int, lines: [String], marks: [Mark]) {
    self.path = path
    self.firstLine = firstLine
    self.lines = lines
    self.marks = marks
  }
}

extension SourceExcerpt: CheckedContent {
  /// Checks the numbers of lines and columns.
  package func check() throws(ContentFlaw) {
    try check("firstLine", firstLine, in: CountLimits.line)
    try check("marks", each: marks)
  }
}

extension SourceExcerpt.Mark: CheckedContent {
  /// Checks the place.
  package func check() throws(ContentFlaw) {
    try check("line", line, in: CountLimits.line)
    try check("column", column, in: CountLimits.line)
    try check("length", length, in: CountLimits.count)
  }
}
