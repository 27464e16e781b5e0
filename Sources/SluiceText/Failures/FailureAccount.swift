/// What the text of a failure is made of, for whoever shows each part in its own way.
///
/// It crosses with the problem, and stands in the journal of a run: all that can be known of a
/// failure later is here.
package struct FailureAccount: Sendable, Hashable, Codable {
  /// How much of it is wanted.
  ///
  /// What costs little beside the text is always there.
  package struct Extent: Sendable, Hashable, Codable {
    /// How much of the log is drawn.
    package enum Drawing: String, Sendable, Codable {
      /// Nothing.
      case none
      /// As much as anybody looks at.
      case near
      /// Every entry that is kept.
      case whole
    }

    /// How much of the log is drawn.
    package var drawing = Drawing.none
    /// Whether every event of it is there as a line of text.
    package var hasEvents = false

    /// What costs little.
    package init() {}
  }

  /// The scenario, and the flow in which the failing line is written if it is in one.
  package var excerpts: [SourceExcerpt] = []
  /// Lines of text that explain the failure, indented as they are to be shown.
  package var details: [String] = []
  /// The log as it can be drawn; nil where nobody has it.
  package var picture: LogPicture?
  /// How many entries of the log the text leaves out that its command can show; nil for none.
  package var leftOut: Int?
  /// Every event of the log, one line each; nil where nobody has it.
  package var log: LogSample?
  /// What is told of the schedule, one line each; nothing for the canonical one.
  package var schedule: [String] = []
  /// For each departure from the canonical schedule the time, the events that were ready, and the
  /// one that ran.
  package var departures: [[String]] = []
  /// The command that shows the failure again.
  package var again: String

  /// The greatest number of events that are kept; a log that is longer has no end of its own.
  package static let mostEvents = 50_000

  /// An account of a failure of which nothing else is known.
  package init(again: String) { self.again = again }
}

extension FailureAccount {
  /// What stands before the command that shows a failure again, in a line of its own.
  package static let againMark = "again: "
  /// What stands before the command that shows every entry of its log.
  package static let wholeMark = "all entries: "
  /// The option by which that command asks for it.
  package static let wholeOption = "--log"

  /// The text of the failure with its log drawn anew, and with the command that shows what it
  /// leaves out.
  ///
  /// - Parameters:
  ///   - body: The text, with the log as reports have it.
  ///   - width: The columns that the log may take; nil for as many as in reports.
  ///   - isWhole: Whether every entry of the log is drawn.
  /// - Returns: The lines.
  package func lines(of body: String, width: Int?, isWhole: Bool = false) -> [String] {
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if let picture, width != nil || isWhole {
      let usual = picture.lines()
      if let place = lines.firstRange(of: usual) {
        let width = width ?? LogPicture.usualWidth
        lines.replaceSubrange(place, with: picture.lines(width: width, isWhole: isWhole))
      }
    }
    if leftOut != nil, !isWhole {
      let place = lines.lastIndex { line in line == Self.againMark + again } ?? lines.endIndex
      lines.insert("\(Self.wholeMark)\(again) \(Self.wholeOption)", at: place)
    }
    return lines
  }
}

/// The log of one run, for comparing it with that of another process, and for who wants every
/// event.
package struct LogSample: Sendable, Hashable, Codable {
  /// Which run it is, as in `the canonical schedule`.
  package var run: String
  /// The first entries, one line each.
  package var lines: [String]
  /// A digest of all entries.
  package var digest: UInt64

  /// A sample that keeps every line of a log.
  ///
  /// - Parameters:
  ///   - lines: The whole log, one line for each entry.
  ///   - run: Which run it is.
  package init(wholeLog lines: [String], of run: String) {
    self.run = run
    self.lines = lines
    var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    for line in lines {
      for byte in line.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
      digest = (digest ^ 0x0A) &* 0x100_0000_01B3
    }
    self.digest = digest
  }

  private enum CodingKeys: CodingKey {
    case run, text, digest
  }

  /// Reads a sample, whose lines cross as one text.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    run = try container.decode(String.self, forKey: .run)
    digest = try container.decode(UInt64.self, forKey: .digest)
    let text = try container.decode(String.self, forKey: .text)
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Writes a sample, its lines as one text.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(run, forKey: .run)
    try container.encode(digest, forKey: .digest)
    try container.encode(lines.joined(separator: "\n"), forKey: .text)
  }
}

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
  package init(path: String, firstLine: Int, lines: [String], marks: [Mark]) {
    self.path = path
    self.firstLine = firstLine
    self.lines = lines
    self.marks = marks
  }
}

extension FailureAccount: CheckedContent {
  /// Checks the excerpts, the picture and the counts.
  package func check() throws(ContentFlaw) {
    try check("excerpts", each: excerpts)
    try check("picture", picture)
    try check("leftOut", leftOut, in: CountLimits.count)
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
