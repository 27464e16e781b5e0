import SluiceSimulation
import SluiceSpies
package import SluiceText

/// Text that a run plays line by line: a scenario, or a Swift test.
package protocol PlayedText {
  /// The place of a line.
  associatedtype Line: Hashable & Sendable

  /// The place to point at where no line led to a failure.
  var beginning: Line { get }
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

  /// The failure of the run, with the lines that it is about; nil if it does not fail.
  package var placedFailure: (failure: CaseFailure, place: FailureLines<Line>)? {
    let account: Account? =
      switch cause {
      case .mishap(let mishap): account(of: mishap)
      case .violation(let violation): account(of: violation)
      case .hang: accountOfHang
      case .divergence(let row, let line): account(of: row, at: line)
      case nil: nil
      }
    return account.map { account in (failure(account), account.place) }
  }

  /// Every entry of the log, to be drawn; nil if there is none.
  package var wholePicture: LogPicture? {
    diagram(blamed: nil, failed: nil).picture(reach: .whole)
  }

  /// The parts of a failure that depend on its cause.
  private struct Account {
    /// Its kind.
    var kind: CaseFailure.Kind
    /// The violated rule, if one was.
    var rule: String?
    /// The failure in one line.
    var message: String
    /// The lines that it is about.
    var place: FailureLines<Line>
    /// Lines that explain it.
    var details: [String] = []
    /// The entry to blame; nil for the last one.
    var blamed: Int?
    /// Where in the log an expectation failed.
    var failed: FailedPlace?

    init(
      _ kind: CaseFailure.Kind, _ message: String, at place: FailureLines<Line>?, in text: Text
    ) {
      self.kind = kind
      self.message = message
      self.place = place ?? FailureLines(text.beginning)
    }
  }

  private func account(of mishap: Mishap<Line>) -> Account {
    var account = Account(mishap.kind, mishap.message, at: mishap.place, in: text)
    account.details = mishap.details + violations.flatMap(remark)
    account.blamed = mishap.blamed
    account.failed = mishap.failed
    return account
  }

  private func account(of violation: Judgement) -> Account {
    guard case .violated(let entry, let reason) = violation.verdict else {
      preconditionFailure("a primary judgement is a violation")
    }
    let mark = record.marks.last { mark in mark.entry <= entry }
    var account = Account(
      .ruleViolation, "\(violation.ruleID): \(reason)", at: mark.map(FailureLines.init), in: text)
    account.rule = violation.ruleID
    account.blamed = entry
    account.details = ["rule: \(violation.rule.statement)"] + excuses(for: violation)
    account.details += violations.dropFirst().flatMap(remark)
    if let mishap = record.mishap {
      account.details += ["also: \(mishap.message)"] + mishap.details
    }
    let epilogue = record.entries.firstIndex { entry in entry.event == .epilogueBegan } ?? .max
    account.place.isAfterLastLine = entry >= epilogue
    return account
  }

  /// The failure of consumers whose tasks did not end, although they were cancelled and nothing is
  /// left to happen.
  private var accountOfHang: Account {
    let names = record.unfinished.map { name in "'\(name)'" }.joined(separator: ", ")
    return Account(
      .subjectHung, "\(names) waits for ever", at: record.marks.last.map(FailureLines.init),
      in: text)
  }

  /// The failure of a choice of the schedule that never came up.
  private func account(of row: ForcedSchedule.Row, at line: Line?) -> Account {
    var account = Account(
      .diverged, "the schedule diverged: a choice in it never came up",
      at: line.map { line in FailureLines(line) }, in: text)
    let ready = row.ready.map(\.description).sorted().joined(separator: ", ")
    account.details = ["expected at \(row.instant): \(row.run) out of \(ready)"]
    return account
  }

  /// A violation that is not the failure itself.
  private func remark(on violation: Judgement) -> [String] {
    guard case .violated(_, let reason) = violation.verdict else { return [] }
    return ["also: \(violation.ruleID): \(reason)"] + excuses(for: violation)
  }

  private func excuses(for violation: Judgement) -> [String] {
    isOnThreads ? [] : Evidence(of: record).excuse(for: violation)?.lines ?? []
  }

  private func failure(_ account: Account) -> CaseFailure {
    let line = text.number(of: account.place.shown)
    var failure = CaseFailure(
      account.kind, rule: account.rule, account.message, line: line, again: again)
    text.show(account.place, in: &failure)
    failure.details = explanation(account.details)
    let picture = diagram(
      blamed: account.blamed, failed: account.failed.map { place in (place, line) }
    ).picture(reach: reach)
    failure.log = picture ?? LogPicture(lanes: [], rows: [])
    let leftOut = picture?.leftOut ?? 0
    if !isOnThreads, leftOut > 0 { failure.leftOut = leftOut }
    if extent.hasEvents {
      let events = record.entries.prefix(CaseFailure.mostEvents).map(LogLine.record)
      failure.events = LogSample(wholeLog: events, of: schedule?.text ?? "")
    }
    failure.schedule = schedule
    return failure
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
    return LogDiagram(
      record.entries, blamed: blamed, failed: failed, names: record.names,
      backend: text.backendName, marks: marks)
  }
}
