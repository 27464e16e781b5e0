import SluiceSimulation
import SluiceSpies

/// What stands left of a diagram's rows: the mark, the virtual time, the step and the line of the
/// scenario, each where it differs from the row above.
struct DiagramGutter {
  private let entries: [LogEntry]
  private let marks: [LogDiagram.Mark]
  private let timeWidth: Int
  private let stepWidth: Int
  private let lineWidth: Int

  init(_ rows: [DiagramRow], _ entries: [LogEntry], _ marks: [LogDiagram.Mark]) {
    self.entries = entries
    self.marks = marks
    let shown = rows.filter { row in !row.cells.isEmpty }.map { row in entries[row.first] }
    timeWidth = shown.map { entry in DiagramGutter.time(entry).utf8.count }.max() ?? 0
    stepWidth = shown.map { entry in "\(entry.step)".utf8.count }.max() ?? 0
    lineWidth = marks.map { mark in "\(mark.line)".utf8.count }.max() ?? 0
  }

  /// The width of it, with the blanks behind.
  var width: Int { header.utf8.count }

  /// The head of it.
  var header: String {
    "log " + text("time", "step", "line").dropFirst(2) + "  "
  }

  /// The text beside a row.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - previous: The row above; nil if that is no row of the log.
  ///   - isBlamed: Whether it is the entry to blame.
  func text(_ row: DiagramRow, after previous: DiagramRow?, isBlamed: Bool) -> String {
    let entry = entries[row.first]
    let above = previous.map { row in entries[row.first] }
    let isNewTime = isBlamed || entry.instant != above?.instant
    let isNewStep = isBlamed || entry.step != above?.step
    let line = previous == nil ? latestLine(at: row) : ownLine(of: row)
    let text = text(
      isNewTime ? DiagramGutter.time(entry) : "", isNewStep ? "\(entry.step)" : "",
      line.map { number in "\(number)" } ?? "")
    return (isBlamed ? ">" : " ") + text.dropFirst() + "  "
  }

  private func text(_ time: String, _ step: String, _ line: String) -> String {
    "  " + DisplayWidth.aligned(time, to: max(6, timeWidth)) + " "
      + DisplayWidth.aligned(step, to: max(4, stepWidth)) + " "
      + DisplayWidth.aligned(line, to: max(4, lineWidth))
  }

  /// The line that ran directly before a row.
  private func ownLine(of row: DiagramRow) -> Int? {
    marks.last { mark in mark.entry == row.first }?.line
  }

  private func latestLine(at row: DiagramRow) -> Int? {
    marks.last { mark in mark.entry <= row.first }?.line
  }

  private static func time(_ entry: LogEntry) -> String {
    "\(Value.duration(entry.instant.nanoseconds))"
  }
}
