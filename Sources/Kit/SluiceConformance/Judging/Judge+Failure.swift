import SluiceSimulation
import SluiceSpies
package import SluiceText

/// Text that a run plays line by line: a scenario, or a Swift test.
package protocol PlayedText {
  /// The place of a line.
  associatedtype Line: Hashable & Sendable

  /// The place to point at where no line led to a failure.
  var beginning: Line { get }
  /// The ids of the rules that it is about.
  var rules: [String] { get }
  /// The name of the backend in a diagram.
  var backendName: String { get }

  /// The number of a line, from 1.
  func number(of line: Line) -> Int
  /// Adds to a failure where it came up.
  func show(_ place: FailureLines<Line>, in failure: inout CaseFailure)
  /// The further lines that explain any failure of a run.
  func remarks(on record: RunRecord<Line>) -> [String]
}

extension Judge {
  /// The failure of the run; nil if it does not fail.
  package var failure: CaseFailure? { placedFailure?.failure }

  /// A failure with the lines that it is about.
  package typealias Placed = (failure: CaseFailure, place: FailureLines<Line>)

  /// The failure of the run, with the lines that it is about; nil if it does not fail.
  package var placedFailure: Placed? {
    switch cause {
    case .mishap(let mishap): failure(of: mishap)
    case .violation(let violation): failure(of: violation)
    case .hang: failureOfHang
    case .divergence(let row, let line): failure(of: row, at: line)
    case nil: nil
    }
  }

  /// The advice of a run that does not fail: each violation as the failure that it would be at its
  /// own level and in its own edition.
  ///
  /// - Parameter known: The rules whose advice is known already; it is not made again.
  /// - Returns: The advice, in the order of the rules.
  package func advice(besides known: Set<String>) -> [CaseFailure] {
    guard !advised.isEmpty, cause == nil else { return [] }
    return advised.filter { judgement in !known.contains(judgement.ruleID) }
      .map { judgement in
        var failure = failure(of: judgement).failure
        let rule = judgement.rule
        if rule.edition > edition { failure.notes.append(" \(rule.edition.reason(in: edition))") }
        return failure
      }
  }

  /// Every entry of the log, to be drawn; nil if there is none.
  package var wholePicture: LogPicture? {
    diagram(blamed: nil, failed: nil).picture(reach: .whole)
  }

  private func failure(of mishap: Mishap<Line>) -> Placed {
    failure(
      mishap.kind, mishap.message, at: mishap.place,
      details: mishap.details + about(mishap)
        + (violations + advised).flatMap { other in remark(on: other, besides: mishap.details) },
      blamed: mishap.blamed, failed: mishap.failed)
  }

  /// The rules that the text of an unmet expectation is about: no rule says what else it means.
  private func about(_ mishap: Mishap<Line>) -> [String] {
    guard mishap.kind == .expectationFailed, let first = text.rules.first else { return [] }
    guard text.rules.count == 1 else {
      return ["the case is about \(text.rules.joined(separator: ", "))"]
    }
    let rule = judgements.first?.book.rule(named: first) ?? Rule.named(first)
    return ["the case is about \(first)" + (rule.map { rule in ": \(rule.statement)" } ?? "")]
  }

  private func failure(of violation: Judgement) -> Placed {
    guard case .violated(let entry, let reason) = violation.verdict else {
      preconditionFailure("a primary judgement is a violation")
    }
    let excuse = excuse(for: violation)
    var details = excuse
    details += violations.dropFirst().flatMap { other in remark(on: other) }
    let others = advised.filter { other in other.ruleID != violation.ruleID }
    details += others.flatMap { other in remark(on: other) }
    if let mishap = record.mishap {
      // A line may have the same excuse as the rule.
      details += ["also: \(mishap.message)"] + mishap.details.filter { !excuse.contains($0) }
    }
    let mark = record.marks.last { mark in mark.entry <= entry }
    var place = mark.map(FailureLines.init) ?? FailureLines(text.beginning)
    let epilogue = record.entries.firstIndex { entry in entry.event == .epilogueBegan } ?? .max
    place.isAfterLastLine = entry >= epilogue
    var placed = failure(
      .ruleViolation, rule: violation.ruleID, "\(violation.ruleID): \(reason)", at: place,
      details: details, blamed: entry)
    placed.failure.meaning = RuleMeaning(
      violation.rule.statement,
      usualCause: violation.rule.likelyCause(ofViolationAt: entry, in: Evidence(of: record)))
    return placed
  }

  /// The failure of consumers whose tasks did not end, although they were cancelled and nothing is
  /// left to happen.
  private var failureOfHang: Placed {
    let names = record.unfinished.map { name in "'\(name)'" }.joined(separator: ", ")
    return failure(
      .subjectHung, "\(names) waits for ever", at: record.marks.last.map(FailureLines.init))
  }

  /// The failure of a choice of the schedule that never came up.
  private func failure(of row: ForcedSchedule.Row, at line: Line?) -> Placed {
    let ready = row.ready.map(\.description).sorted().joined(separator: ", ")
    return failure(
      .diverged, "the schedule diverged: a choice in it never came up",
      at: line.map { line in FailureLines(line) },
      details: ["expected at \(row.instant): \(row.run) out of \(ready)"])
  }

  /// A violation that is not the failure itself, without the lines of its excuse that are told.
  private func remark(on violation: Judgement, besides told: [String] = []) -> [String] {
    guard case .violated(_, let reason) = violation.verdict else { return [] }
    return ["also: \(violation.ruleID): \(reason)"]
      + excuse(for: violation).filter { line in !told.contains(line) }
  }

  private func excuse(for violation: Judgement) -> [String] {
    isOnThreads ? [] : Evidence(of: record).excuse(for: violation)?.lines ?? []
  }

  /// A failure with what does not depend on its cause.
  ///
  /// - Parameters:
  ///   - kind: Its kind.
  ///   - rule: The violated rule, if one was.
  ///   - message: The failure in one line.
  ///   - place: The lines that it is about; nil where no line led to it.
  ///   - details: Lines that explain it.
  ///   - blamed: The entry to blame; nil for the last one.
  ///   - failed: Where in the log an expectation failed.
  /// - Returns: The failure, with the lines that it is about.
  private func failure(
    _ kind: CaseFailure.Kind, rule: String? = nil, _ message: String,
    at place: FailureLines<Line>?, details: [String] = [], blamed: Int? = nil,
    failed: FailedPlace? = nil
  ) -> Placed {
    let place = place ?? FailureLines(text.beginning)
    let line = text.number(of: place.shown)
    var failure = CaseFailure(kind, rule: rule, message, line: line, again: again)
    text.show(place, in: &failure)
    failure.details = explanation(details)
    let picture = diagram(blamed: blamed, failed: failed.map { place in (place, line) })
      .picture(reach: reach)
    failure.log = picture ?? LogPicture(lanes: [], rows: [])
    let leftOut = picture?.leftOut ?? 0
    if !isOnThreads, leftOut > 0 { failure.leftOut = leftOut }
    if extent.hasEvents {
      let events = record.entries.prefix(CaseFailure.mostEvents).map(LogLine.record)
      failure.events = LogSample(wholeLog: events, of: schedule?.text ?? "")
    }
    failure.schedule = schedule
    return (failure, place)
  }

  /// The lines that explain the failure, beside the log.
  private func explanation(_ details: [String]) -> [String] {
    let lines = details + text.remarks(on: record) + record.idleWork.map(\.description)
    let isAboutTasks = violations.contains { violation in
      violation.ruleID == Rule.tasksEnded.id
    }
    return lines.map { line in " \(line)" }
      + WaitingText(
        record.entries, names: record.names, unfinished: record.unfinished,
        waiters: record.waiters
      ).lines
      + (isAboutTasks
        ? LeftText(record.left, entries: record.entries, names: record.names).lines : [])
  }

  /// The part of the log to draw; a part that no report shows costs nothing.
  private var reach: LogDiagram.Reach {
    switch isOnThreads ? .near : extent.drawing {
    case .none: .excerpt
    case .near: .near
    case .whole: .whole
    }
  }

  private func diagram(
    blamed: Int?, failed: (place: FailedPlace, line: Int)?
  ) -> LogDiagram {
    let marks = record.marks.map { mark in
      LogDiagram.Mark(entry: mark.entry, line: text.number(of: mark.playedAt ?? mark.line))
    }
    let registrations =
      isOnThreads || failed != nil
      ? [] : blamed.map(Evidence(of: record).registrations(concernedAt:)) ?? []
    return LogDiagram(
      record.entries, blamed: blamed, about: registrations, failed: failed, names: record.names,
      backend: text.backendName, marks: marks)
  }
}
