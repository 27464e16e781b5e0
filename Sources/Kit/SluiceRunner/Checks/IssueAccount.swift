package import SluiceText

/// Text of one issue in two lengths, from which an `IssueBudget` chooses.
package struct IssueAccount: Sendable, Hashable {
  /// The file and the line at which a test library shows an issue.
  package struct Place: Sendable, Hashable {
    /// The absolute path of the file, so that editors can open it.
    package var path: String
    /// The line, from 1.
    package var line: Int
    /// The column, from 1.
    package var column = 1

    /// A place.
    package init(path: String, line: Int, column: Int = 1) {
      self.path = path
      self.line = line
      self.column = column
    }

    /// The place of a call.
    init(_ call: ConformanceCall) {
      self.init(path: call.filePath, line: call.line, column: call.column)
    }
  }

  /// A part of an account, and its text in a brief account.
  private struct Part: Hashable {
    var whole: DisplayText
    var brief: DisplayText
  }

  /// The place at which it is shown.
  package var place: Place
  /// One line about the issue, for the list of issues beyond the budget.
  package var summary: String
  /// Whether it does not fail the test.
  package var isWarning = false
  private var parts: [Part] = []

  /// An account without text.
  package init(_ summary: String, at place: Place) {
    self.summary = summary
    self.place = place
  }

  /// Adds text that the brief account contains, too.
  package mutating func append(_ text: DisplayText) { append(text, brief: text) }

  /// Adds text that the brief account replaces by another.
  package mutating func append(_ text: DisplayText, brief: DisplayText) {
    parts.append(Part(whole: text, brief: brief))
  }

  /// The whole account.
  package var whole: DisplayText { joined(parts.map(\.whole)) }

  /// The brief account: what is wrong, and the commands that show the rest.
  package var brief: DisplayText { joined(parts.map(\.brief)) }

  /// The brief account, with as much of the whole one as fits into a number of lines.
  ///
  /// - Parameter count: The number of lines.
  /// - Returns: The text.
  package func shortened(to count: Int) -> DisplayText {
    var room = count - brief.lineCount
    let texts = parts.map { part in
      let more = part.whole.lineCount - part.brief.lineCount
      guard more > room else {
        room -= more
        return part.whole
      }
      let lines = part.brief.lineCount + room
      room = 0
      return lines > 1 ? part.whole.shortened(to: lines) : part.brief
    }
    return joined(texts).shortened(to: max(1, count))
  }

  private func joined(_ texts: [DisplayText]) -> DisplayText {
    var text = DisplayText()
    for part in texts { text.append(part) }
    return text
  }
}
