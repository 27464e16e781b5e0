import SluiceScenarios
import SluiceText

extension SourceExcerpt {
  /// How many lines are kept before and after the first mark.
  private static let reach = 80

  /// The scenarios and flows in which some places are, with the places marked.
  ///
  /// - Parameters:
  ///   - places: The places, the one that failed first; those that are not there are left out.
  ///   - scenario: The case that played them.
  ///   - own: A place in the case's own scenario, whose excerpt says what was played.
  /// - Returns: The excerpts, each place in one.
  static func all(
    _ places: [(reason: Mark.Reason, span: SourceSpan?)], of scenario: ScenarioCase,
    at own: SourceSpan
  ) -> [SourceExcerpt] {
    let sources = scenario.sources
    var excerpts: [SourceExcerpt] = []
    for (reason, span) in places {
      guard let span else { continue }
      let location = sources.location(of: span)
      let text = sources.text(of: span).prefix { character in !character.isNewline }
      let mark = Mark(
        reason, line: location.line, column: location.column,
        length: text.unicodeScalars.count)
      let known = excerpts.firstIndex { excerpt in excerpt.has(location) }
      if let known {
        excerpts[known].marks.append(mark)
      } else {
        excerpts.append(SourceExcerpt(sources.files[span.file], around: mark))
      }
    }
    let place = sources.location(of: own)
    for index in excerpts.indices where excerpts[index].has(place) {
      excerpts[index].played = Played(of: scenario, in: excerpts[index].range)
    }
    return excerpts
  }

  /// The lines from the nearest one that is not indented to the next.
  private init(_ file: SourceFile, around mark: Mark) {
    let all = file.lines
    let index = min(max(mark.line - 1, 0), all.count - 1)
    var first = index
    while first > 0, !SourceExcerpt.begins(all[first]) { first -= 1 }
    var end = index + 1
    while end < all.count, !SourceExcerpt.begins(all[end]) { end += 1 }
    first = max(first, index - SourceExcerpt.reach)
    end = min(end, index + SourceExcerpt.reach)
    // A comment there is about what comes behind.
    while end > index + 1, all[end - 1].allSatisfy(\.isWhitespace) || all[end - 1].hasPrefix("#") {
      end -= 1
    }
    self.init(
      path: file.path, firstLine: first + 1, lines: Array(all[first..<end]), marks: [mark])
  }

  /// The numbers of its lines.
  private var range: Range<Int> { firstLine..<(firstLine + lines.count) }

  /// Whether a place is in one of its lines.
  private func has(_ place: SourceLocation) -> Bool {
    path == place.path && range.contains(place.line)
  }

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
