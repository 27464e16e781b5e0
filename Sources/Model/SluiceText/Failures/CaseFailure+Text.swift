/// The failure in lines of text: the message, the places, why, the log, the schedule, and the
/// command that shows it again.
extension CaseFailure {
  /// The mark before the command that repeats a failure, in a line of its own.
  package static let againMark = "again: "
  /// The mark before the command that shows every entry of its log.
  package static let wholeMark = "all entries: "
  /// The option by which that command asks for it.
  package static let wholeOption = "--log"

  /// How a text shows the log.
  package struct TextStyle: Sendable, Hashable {
    /// The columns that the log may take; nil for as many as in reports.
    package var columns: Int?
    /// Whether every entry of the log is drawn.
    package var isWhole: Bool
    /// Whether the text has the command that shows every entry of the log.
    package var tellsOfLeftOut: Bool
    /// Whether the text has the command that repeats the failure.
    package var hasCommand: Bool

    /// As reports show it.
    package static let report = TextStyle()

    /// A style.
    package init(
      columns: Int? = nil, isWhole: Bool = false, tellsOfLeftOut: Bool = false,
      hasCommand: Bool = true
    ) {
      self.hasCommand = hasCommand
      self.columns = columns
      self.isWhole = isWhole
      self.tellsOfLeftOut = tellsOfLeftOut
    }
  }

  /// The whole text, beginning with the message.
  ///
  /// - Parameter style: How the log is shown.
  /// - Returns: The text, its lines with a line feed between them.
  package func text(_ style: TextStyle = .report) -> String {
    var lines = [message] + notes
    for mark in SourceExcerpt.Mark.Reason.allCases {
      for excerpt in excerpts { lines += excerpt.pointers(to: mark) }
    }
    lines += details
    if let log {
      lines +=
        log.rows.isEmpty
        ? ["the log is empty"]
        : log.lines(width: style.columns ?? LogPicture.usualWidth, isWhole: style.isWhole)
    }
    if let schedule { lines += schedule.lines }
    if let again, style.hasCommand {
      if style.tellsOfLeftOut, leftOut != nil, !style.isWhole {
        lines.append("\(Self.wholeMark)\(again) \(Self.wholeOption)")
      }
      lines.append(Self.againMark + again)
    }
    return lines.joined(separator: "\n")
  }
}

extension ScheduleAccount {
  /// The heading, the table and the remarks.
  package var lines: [String] {
    [heading] + (rows?.lines.map { line in "  \(line)" } ?? []) + remarks
  }
}

extension SourceExcerpt {
  /// The lines that point to what is marked for a reason.
  fileprivate func pointers(to reason: Mark.Reason) -> [String] {
    marks.filter { mark in mark.reason == reason }.flatMap(pointer)
  }

  /// A line with a caret below the place.
  private func pointer(to mark: Mark) -> [String] {
    if mark.reason == .wholeCase { return [" at \(path):\(mark.line)"] }
    let text = text(of: mark)
    let number = "\(mark.line)"
    let margin = String(repeating: " ", count: number.count)
    return [
      "\(mark.reason.words)\(path):\(mark.line):\(mark.column)",
      "  \(number) | \(text)",
      "  \(margin) | \(String(repeating: "^", count: max(1, text.count)))",
    ]
  }

  /// The text that a mark is about.
  private func text(of mark: Mark) -> String {
    let index = mark.line - firstLine
    guard lines.indices.contains(index) else { return "" }
    return String(lines[index].unicodeScalars.dropFirst(mark.column - 1).prefix(mark.length))
  }
}

extension SourceExcerpt.Mark.Reason {
  /// The words before the place.
  fileprivate var words: String {
    switch self {
    case .failed, .wholeCase: " at "
    case .played: " played at "
    case .stimulus: " after "
    }
  }
}
