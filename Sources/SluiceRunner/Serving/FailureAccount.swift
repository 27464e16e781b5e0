package import SluiceConformance
import SluiceScenarios

/// What the text of a failure is made of, for reports that show each part in its own way.
///
/// It crosses with the problem, and stands in the journal of a run: all that can be known of a
/// failure later is here.
package struct FailureAccount: Sendable, Hashable, Codable {
  /// The scenario, and the flow in which the failing line is written if it is in one.
  package var excerpts: [ScenarioExcerpt]
  /// Lines of text that explain the failure.
  package var details: [String]
  /// The log as it can be drawn; nil where nobody has it.
  package var picture: LogPicture?
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
  static let mostEvents = 50_000

  /// An account of a failure without a log.
  init(excerpts: [ScenarioExcerpt], details: [String], again: String) {
    self.excerpts = excerpts
    self.details = details
    self.again = again
  }
}

/// The lines of a scenario or of a flow, with those that a reader is to look at.
package struct ScenarioExcerpt: Sendable, Hashable, Codable {
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
  }

  /// The path of the file as reports show it.
  package var path: String
  /// The number of the first line, from 1.
  package var firstLine: Int
  /// The lines.
  package var lines: [String]
  /// What is marked in them.
  package var marks: [Mark]

  /// How many lines are kept before and after the first mark.
  private static let reach = 80

  /// The scenarios and flows in which some places are, with the places marked.
  ///
  /// - Parameters:
  ///   - places: The places, the one that failed first; those that are not there are left out.
  ///   - sources: The files in which they are.
  /// - Returns: The excerpts, each place in one.
  static func all(
    _ places: [(reason: Mark.Reason, span: SourceSpan?)], in sources: SourceMap
  ) -> [ScenarioExcerpt] {
    var excerpts: [ScenarioExcerpt] = []
    for (reason, span) in places {
      guard let span else { continue }
      let location = sources.location(of: span)
      let text = sources.text(of: span).prefix { character in !character.isNewline }
      let mark = Mark(
        reason: reason, line: location.line, column: location.column,
        length: max(1, text.unicodeScalars.count))
      let known = excerpts.firstIndex { excerpt in
        excerpt.path == location.path && excerpt.range.contains(location.line)
      }
      if let known {
        excerpts[known].marks.append(mark)
      } else {
        excerpts.append(ScenarioExcerpt(sources.files[span.file], around: mark))
      }
    }
    return excerpts
  }

  /// The lines from the nearest one that is not indented to the next.
  private init(_ file: SourceFile, around mark: Mark) {
    let all = file.lines
    let index = min(max(mark.line - 1, 0), all.count - 1)
    var first = index
    while first > 0, !ScenarioExcerpt.begins(all[first]) { first -= 1 }
    var end = index + 1
    while end < all.count, !ScenarioExcerpt.begins(all[end]) { end += 1 }
    first = max(first, index - ScenarioExcerpt.reach)
    end = min(end, index + ScenarioExcerpt.reach)
    // A comment there is about what comes behind.
    while end > index + 1, all[end - 1].allSatisfy(\.isWhitespace) || all[end - 1].hasPrefix("#") {
      end -= 1
    }
    path = file.path
    firstLine = first + 1
    lines = Array(all[first..<end])
    marks = [mark]
  }

  private var range: Range<Int> { firstLine..<(firstLine + lines.count) }

  /// Whether a line begins a scenario or a flow.
  private static func begins(_ line: String) -> Bool {
    line.first.map { letter in !letter.isWhitespace && letter != "#" } ?? false
  }
}

extension SourceFile {
  /// The lines without their breaks; what is not UTF-8 becomes U+FFFD.
  fileprivate var lines: [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}
