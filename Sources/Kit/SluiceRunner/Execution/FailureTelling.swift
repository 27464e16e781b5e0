import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText

/// Maker of the failure of a run: the message, its place in the scenario, reasons, the log around
/// it, and the command that repeats it.
struct FailureTelling {
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
  /// Where in the log an expectation failed.
  var place: FailedPlace?
  /// The tasks that were left, if the failure is about them.
  var left: [Waiter] = []
  /// The schedule; nil for the canonical one.
  var schedule: ScheduleAccount?
  /// The command that shows the failure again.
  let again: String
  /// How much is wanted of the account.
  var extent = CaseFailure.Extent()
  /// Whether that command shows every entry of the log if it is asked to.
  var isShownWhole = true

  /// The failure that is told.
  func failure(_ kind: CaseFailure.Kind, rule: String? = nil) -> CaseFailure {
    var failure = CaseFailure(
      kind, rule: rule, message, line: scenario.sources.location(of: playedAt ?? span).line,
      again: again)
    failure.excerpts = SourceExcerpt.all(
      [(.failed, span), (.played, playedAt), (.stimulus, stimulus)], in: scenario.sources)
    failure.isRace = scenario.timeline.contains { step in
      step.mode == .race && [span, playedAt, stimulus].contains(step.span)
    }
    failure.details = explanation
    let picture = diagram.picture(reach: reach)
    failure.log = picture ?? LogPicture(lanes: [], rows: [])
    let leftOut = picture?.leftOut ?? 0
    if isShownWhole, leftOut > 0 { failure.leftOut = leftOut }
    if extent.hasEvents {
      let events = record.entries.prefix(CaseFailure.mostEvents).map(LogLine.record)
      failure.events = LogSample(wholeLog: events, of: schedule?.text ?? "")
    }
    failure.schedule = schedule
    return failure
  }

  /// The part of the log to draw; a part that no report shows costs nothing.
  private var reach: LogDiagram.Reach {
    switch extent.drawing {
    case .none: .excerpt
    case .near: .near
    case .whole: .whole
    }
  }

  /// The lines that explain it, beside the log.
  private var explanation: [String] {
    details.map { detail in " \(detail)" } + record.idleWork.map { work in " \(work)" }
      + WaitingText(
        record.entries, names: record.names, unfinished: record.unfinished,
        waiters: record.waiters
      ).lines
      + LeftText(left, entries: record.entries, names: record.names).lines
  }

  /// The log around the entry to blame.
  var diagram: LogDiagram {
    let marks = record.marks.map { mark in
      LogDiagram.Mark(
        entry: mark.entry,
        line: scenario.sources.location(of: mark.playedAt ?? mark.span).line)
    }
    let line = scenario.sources.location(of: playedAt ?? span).line
    return LogDiagram(
      record.entries, blamed: blamed, failed: place.map { place in (place, line) },
      names: record.names, backend: scenario.place.product, marks: marks)
  }
}

extension FailureTelling {
  /// The failure of a violation, at the line that led to it.
  init(
    of violation: Judgement, in scenario: ScenarioCase, _ record: RunRecord, again: String
  ) {
    guard case .violated(let entry, let reason) = violation.verdict else {
      preconditionFailure("a primary judgement is a violation")
    }
    let mark = record.marks.last { mark in mark.entry <= entry }
    self.init(
      scenario: scenario, record: record, message: "\(violation.rule.id): \(reason)",
      span: mark?.span ?? scenario.span, playedAt: mark?.playedAt,
      details: ["rule: \(violation.rule.statement)"], blamed: entry, again: again)
  }

  /// The failure of consumers whose tasks did not end, at the last line.
  init(
    ofUnfinished what: String, in scenario: ScenarioCase, _ record: RunRecord, again: String
  ) {
    let names = record.unfinished.map { name in "'\(name)'" }.joined(separator: ", ")
    let last = record.marks.last
    self.init(
      scenario: scenario, record: record, message: "\(names) \(what)",
      span: last?.span ?? scenario.span, playedAt: last?.playedAt, again: again)
  }
}
