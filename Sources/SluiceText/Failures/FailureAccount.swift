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
  ///
  /// - Parameter again: The command that shows the failure again.
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
