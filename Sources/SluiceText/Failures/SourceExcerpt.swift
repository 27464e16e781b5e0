/// The lines of a scenario or of a flow, with those that a reader is to look at.
package struct SourceExcerpt: Sendable, Hashable, Codable {
  /// A place in the lines.
  package struct Mark: Sendable, Hashable, Codable {
    /// Why it is marked.
    package enum Reason: String, Sendable, Codable {
      /// It failed.
      case failed
      /// What failed is written in a flow that is played here.
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
    /// How many Unicode scalars it is about, in that line.
    package var length: Int

    /// A mark.
    ///
    /// - Parameters:
    ///   - reason: Why it is marked.
    ///   - line: The line, from 1.
    ///   - column: The column in Unicode scalars, from 1.
    ///   - length: How many Unicode scalars it is about, in that line.
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
  /// What is marked in them.
  package var marks: [Mark]

  /// An excerpt.
  ///
  /// - Parameters:
  ///   - path: The path of the file as reports show it.
  ///   - firstLine: The number of the first line, from 1.
  ///   - lines: The lines.
  ///   - marks: What is marked in them.
  package init(path: String, firstLine: Int, lines: [String], marks: [Mark]) {
    self.path = path
    self.firstLine = firstLine
    self.lines = lines
    self.marks = marks
  }
}
