import SluiceConformance
import SluiceScenarios
import SluiceSpies

/// The text of a failure: the message, its place in the scenario, why, the log around it, and how
/// to see it again.
struct FailureText {
  let scenario: ScenarioCase
  let record: RunRecord
  /// The failure in one line.
  let message: String
  /// The line to point at.
  let span: SourceSpan
  /// Where the scenario plays the flow in which that line is written.
  var playedAt: SourceSpan?
  /// The line that set it off, where that is another one.
  var stimulus: SourceSpan?
  /// More lines that explain it.
  var details: [String] = []
  /// The number of the log entry to blame.
  var blamed: Int?
  /// What is told of the schedule, if it is not the canonical one.
  var scheduleLines: [String] = []
  /// The command that shows the failure again.
  let again: String

  /// All of it, beginning with the message.
  var body: String {
    var lines = [message]
    lines += pointer(to: span, label: nil)
    if let playedAt { lines += pointer(to: playedAt, label: "played at") }
    if let stimulus { lines += pointer(to: stimulus, label: "after") }
    lines += details.map { detail in " \(detail)" }
    lines += record.idleWork.map { work in " \(work)" }
    lines +=
      WaitingText(
        record.entries, names: record.names, unfinished: record.unfinished,
        waiters: record.waiters
      ).lines
    lines += diagram.lines
    lines += scheduleLines
    lines.append("again: \(again)")
    return lines.joined(separator: "\n")
  }

  /// The log around the entry to blame.
  private var diagram: LogDiagram {
    let marks = record.marks.map { mark in
      LogDiagram.Mark(
        entry: mark.entry,
        line: scenario.sources.location(of: mark.playedAt ?? mark.span).line)
    }
    return LogDiagram(
      record.entries, blamed: blamed, names: record.names, backend: scenario.place.product,
      marks: marks)
  }

  /// The line of the scenario with a caret below the place.
  private func pointer(to span: SourceSpan, label: String?) -> [String] {
    let location = scenario.sources.location(of: span)
    let place = "\(location.path):\(location.line):\(location.column)"
    let text = scenario.sources.text(of: span)
    let firstLine = text.prefix { character in !character.isNewline }
    let number = "\(location.line)"
    let margin = String(repeating: " ", count: number.count)
    let prefix = label.map { label in " \(label) " } ?? " at "
    return [
      "\(prefix)\(place)",
      "  \(number) | \(firstLine)",
      "  \(margin) | \(String(repeating: "^", count: max(1, firstLine.count)))",
    ]
  }
}
