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
    /// Whether the text leaves most of a long schedule out, and has the command that shows every
    /// entry of the log and every departure.
    package var tellsOfLeftOut: Bool
    /// Whether the text has the command that repeats the failure.
    package var hasCommand: Bool
    /// Whether the text begins with the message.
    package var hasMessage: Bool

    /// As reports show it.
    package static let report = TextStyle()

    /// A style.
    package init(
      columns: Int? = nil, isWhole: Bool = false, tellsOfLeftOut: Bool = false,
      hasCommand: Bool = true, hasMessage: Bool = true
    ) {
      self.hasMessage = hasMessage
      self.hasCommand = hasCommand
      self.columns = columns
      self.isWhole = isWhole
      self.tellsOfLeftOut = tellsOfLeftOut
    }
  }

  /// The lines that explain it: the meaning of the rule, and what this failure adds to it.
  package var explanation: [String] { (meaning?.lines() ?? []) + details }

  /// The whole text, beginning with the message.
  ///
  /// - Parameter style: How the log is shown.
  /// - Returns: The text.
  package func text(_ style: TextStyle = .report) -> DisplayText {
    var text = DisplayText()
    if style.hasMessage { text.append(message) }
    text.append(notes)
    for mark in SourceExcerpt.Mark.Reason.allCases {
      for excerpt in excerpts { excerpt.point(to: mark, in: &text) }
    }
    text.append(explanation)
    if let log {
      text.append(
        log.rows.isEmpty
          ? ["the log is empty"]
          : log.lines(width: style.columns ?? LogPicture.usualWidth, isWhole: style.isWhole))
    }
    let isCut = style.tellsOfLeftOut && !style.isWhole && schedule?.isCut == true
    if let schedule { text.append(isCut ? schedule.cutText : schedule.displayText) }
    if let again, style.hasCommand {
      if style.tellsOfLeftOut, leftOut != nil || isCut, !style.isWhole {
        text.append(command: "\(again) \(Self.wholeOption)", behind: Self.wholeMark)
      }
      text.append(command: again, behind: Self.againMark)
    }
    return text
  }
}

extension ScheduleAccount {
  /// How many departures of a long schedule a cut table has.
  private static let mostDepartures = 8

  /// Whether a cut table has fewer departures.
  fileprivate var isCut: Bool { isLong && departures > Self.mostDepartures }

  /// The heading, the table and the remarks.
  package var displayText: DisplayText { text(rows) }

  /// The heading, the first rows of the table with the number of the others, and the remarks.
  fileprivate var cutText: DisplayText {
    var shown = rows
    shown?.departures.removeLast(departures - Self.mostDepartures)
    return text(shown)
  }

  private var departures: Int { rows?.departures.count ?? 0 }

  private func text(_ shown: ScheduleRows?) -> DisplayText {
    var text = DisplayText(heading)
    if let shown {
      text.append(shown.displayText.indented(by: 2))
      let left = departures - shown.departures.count
      if left > 0 {
        text.append("    … \(left) \(left == 1 ? "departure" : "departures") left out")
      }
    }
    text.append(remarks)
    return text
  }
}

extension ScheduleRows {
  /// The table as a scenario has it.
  package var displayText: DisplayText {
    let rows = [["at", "ready", "run"]] + departures
    let widths = (0..<3).map { column in rows.map { row in row[column].utf8.count }.max() ?? 0 }
    var text = DisplayText()
    if seed != 0 { text.append("seed \(Int64(bitPattern: seed))") }
    text.append("schedule")
    text.append(
      rows: rows.map { row in
        zip(row, widths).map { cell, width in
          cell + String(repeating: " ", count: width - cell.utf8.count)
        }
      }, behind: "  ")
    return text
  }
}

extension SourceExcerpt {
  /// Adds each place that is marked for a reason, with the line and a caret below it.
  fileprivate func point(to reason: Mark.Reason, in text: inout DisplayText) {
    for mark in marks where mark.reason == reason {
      guard reason != .wholeCase else {
        text.append(" at \(path):\(mark.line)")
        continue
      }
      let marked = self.text(of: mark)
      let number = "\(mark.line)"
      let margin = String(repeating: " ", count: number.count)
      text.append("\(reason.words)\(path):\(mark.line):\(mark.column)")
      text.append(cut: [
        "  \(number) | \(marked)",
        "  \(margin) | \(String(repeating: "^", count: max(1, marked.count)))",
      ])
    }
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
