import Foundation
import SluiceConformance
import SluiceSpies
import SluiceText

/// A test as the text that a run plays.
struct PlayedTest: PlayedText {
  /// Where the test begins.
  let beginning: SourceLine
  /// The edition that the test names; nil where it names none.
  let edition: String?

  var rules: [String] { [] }
  var backendName: String { "backend" }

  func number(of line: SourceLine) -> Int { line.line }

  func show(_ place: FailureLines<SourceLine>, in failure: inout CaseFailure) {
    failure.notes = [" at \(place.line)\(place.isAfterLastLine ? ", or at the test's end" : "")"]
  }

  func remarks(on record: RunRecord<SourceLine>) -> [String] { [] }
}

extension Judge<PlayedTest> {
  /// The error to throw; nil if the run does not fail.
  ///
  /// - Parameter text: The text of the schedule; nil for the canonical one.
  /// - Returns: The test's own error, where nothing else is wrong; else a ``SimulationFailure``.
  func error(under text: String? = nil) -> (any Error)? {
    let edition = self.text.edition.map { edition in ", edition: \"\(edition)\"" } ?? ""
    again = text.map { text in "simulate(schedule: \"\(text)\"\(edition)) { … }" }
    guard let (failure, place) = placedFailure else { return nil }
    let thrown = record.mishap?.thrown
    let isAlone = violations.isEmpty && text == nil && record.unfinished.isEmpty
    if let thrown, isAlone { return thrown }
    return SimulationFailure(failure, at: place.line, schedule: text, throwing: thrown)
  }
}

extension SimulationFailure {
  /// The error of a failure.
  init(
    _ failure: CaseFailure, at place: SourceLine, schedule: String? = nil,
    throwing thrown: (any Error)? = nil
  ) {
    self.init(
      message: failure.message, rule: failure.rule, place: place, schedule: schedule,
      thrown: thrown,
      // The test library prints it.
      description: CommandGuard.guarded(
        failure.testText, in: ProcessInfo.processInfo.environment))
  }
}

extension CaseFailure {
  /// The text of a failed test: the message, and everything else indented below it.
  fileprivate var testText: String {
    // The log and the schedule are not indented yet, and all other lines are by one column.
    var lines = notes + explanation
    if let log { lines += (log.rows.isEmpty ? ["the log is empty"] : log.lines()).map(indented) }
    if let schedule { lines += schedule.displayText.rendered(columns: nil).map(indented) }
    if let again { lines.append(indented(Self.againMark + again)) }
    return ([message] + lines.map(indented)).joined(separator: "\n")
  }

  private func indented(_ line: String) -> String { " \(line)" }
}
