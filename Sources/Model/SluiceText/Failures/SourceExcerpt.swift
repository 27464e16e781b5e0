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

  /// What the lines do not say of a case, since they are those of all rows and of all plays.
  package struct Played: Sendable, Hashable, Codable {
    /// A variable of the case.
    package struct Variable: Sendable, Hashable, Codable {
      /// Its name, without the dollar sign.
      package var name: String
      /// Its value in the case.
      package var text: String

      /// A variable.
      package init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
      }
    }

    /// A line that plays a flow, with the lines that this came to.
    package struct Flow: Sendable, Hashable, Codable {
      /// The greatest number of lines that are kept.
      private static let mostLines = 80

      /// The line that plays it, from 1.
      package var line: Int
      /// The lines as they were played: with their values, and those of flows within.
      package private(set) var lines: [String] = []
      /// How many further lines there are; nil for none.
      package private(set) var leftOut: Int?

      /// A flow without lines.
      package init(line: Int) { self.line = line }

      /// Adds lines, or counts them where there are enough.
      package mutating func append(_ further: [String]) {
        let room = max(0, Self.mostLines - lines.count)
        lines += further.prefix(room)
        if further.count > room { leftOut = (leftOut ?? 0) + further.count - room }
      }
    }

    /// The variables that rows of matrices give the case, in the order of the columns.
    package var values: [Variable]
    /// The flows that lines of the excerpt play, in the order of the timeline.
    package var flows: [Flow]

    /// What is known of a case.
    package init(values: [Variable], flows: [Flow]) {
      self.values = values
      self.flows = flows
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
  /// What the lines do not say of the case; nil where they say it all.
  package var played: Played?

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
    try check("played", played)
  }
}

extension SourceExcerpt.Played: CheckedContent {
  /// Checks the lines that play flows.
  package func check() throws(ContentFlaw) { try check("flows", each: flows) }
}

extension SourceExcerpt.Played.Flow: CheckedContent {
  /// Checks the number of the line and the count.
  package func check() throws(ContentFlaw) {
    try check("line", line, in: CountLimits.line)
    try check("leftOut", leftOut, in: CountLimits.count)
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
