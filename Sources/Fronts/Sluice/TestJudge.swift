import SluiceConformance
import SluiceSimulation
import SluiceSpies

/// What decides from everything that a run of a test left behind whether it failed, and tells so.
///
/// Work that escaped comes first: what is seen of such a run need not be so in the next one. Then
/// comes the test's own error, a violated rule, an expectation that was not met or a limit, a hang,
/// and a schedule that did not fit.
struct TestJudge {
  /// What two runs that fail alike share.
  struct Signature: Hashable {
    enum Kind: Hashable {
      case mishap(TestStage.Mishap.Kind)
      case rule(String)
      case hung
      case diverged
    }

    var kind: Kind
    var place: SourceLine?
    var message: String?
  }

  let run: TestRun
  /// Where the test begins.
  let place: SourceLine
  /// The violations at level `should` or above that no other of them explains, the gravest first.
  private let violations: [Judgement]

  init(_ run: TestRun, place: SourceLine) {
    self.run = run
    self.place = place
    if run.mishap?.kind == .stopped(.escaped) {
      violations = []
    } else {
      let judgements = Rule.judge(TestJudge.evidence(of: run))
      let primary = judgements.violations.filter { $0.rule.level >= .should }.primaryViolations
      violations =
        primary.filter { $0.rule.level == .must }
        + primary.filter { $0.rule.level != .must }
    }
  }

  private static func evidence(of run: TestRun) -> Evidence {
    Evidence(
      of: run.entries, isEndless: run.mishap?.kind == .stopped(.overLimit), filedIn: LogIndex(),
      declarations: run.declarations, aftermath: run.aftermath)
  }

  /// How the run fails; nil if it does not.
  var signature: Signature? {
    if let mishap = run.mishap, mishap.comesFirst { return signature(of: mishap) }
    if let violation = violations.first { return Signature(kind: .rule(violation.ruleID)) }
    if let mishap = run.mishap { return signature(of: mishap) }
    if !run.unfinished.isEmpty { return Signature(kind: .hung) }
    return run.divergence == nil ? nil : Signature(kind: .diverged)
  }

  private func signature(of mishap: TestStage.Mishap) -> Signature {
    let isExpectation = mishap.kind == .expectation
    return Signature(
      kind: .mishap(mishap.kind), place: mishap.place,
      message: isExpectation ? mishap.message : nil)
  }

  /// The error to throw; nil if the run does not fail.
  ///
  /// - Parameters:
  ///   - schedule: The text of the schedule; nil for the canonical one.
  ///   - scheduleLines: What is told of it.
  /// - Returns: The test's own error, where that is all; else a ``SimulationFailure``.
  func failure(_ schedule: String? = nil, _ scheduleLines: [String] = []) -> (any Error)? {
    guard let text = text else { return nil }
    let isAlone = violations.isEmpty && schedule == nil && run.unfinished.isEmpty
    if let thrown = run.mishap?.thrown, isAlone { return thrown }
    var lines = text.lines + scheduleLines
    if let schedule { lines.append("again: simulate(schedule: \"\(schedule)\") { … }") }
    let indented = lines.map { line in "  \(line)" }
    return SimulationFailure(
      message: text.message, rule: text.rule, place: text.place, schedule: schedule,
      thrown: run.mishap?.thrown,
      description: ([text.message] + indented).joined(separator: "\n"))
  }
}

// MARK: The text

extension TestJudge {
  /// A failure in words.
  private struct Text {
    var message: String
    var rule: String?
    var place: SourceLine
    /// The lines behind the message.
    var lines: [String]
  }

  private var text: Text? {
    if let mishap = run.mishap, mishap.comesFirst { return text(of: mishap, violations) }
    if let violation = violations.first {
      return text(of: violation, others: violations.dropFirst())
    }
    if let mishap = run.mishap { return text(of: mishap, []) }
    let last = run.marks.last?.place
    if !run.unfinished.isEmpty {
      let names = run.unfinished.map { name in "'\(name)'" }.joined(separator: ", ")
      return text("\(names) waits for ever", at: last, blamed: nil, [])
    }
    guard let row = run.divergence else { return nil }
    let ready = row.ready.map(\.description).sorted().joined(separator: ", ")
    return text(
      "the schedule diverged: a choice in it never came up", at: nil, blamed: nil,
      ["expected at \(row.instant): \(row.run) out of \(ready)"])
  }

  private func text(of mishap: TestStage.Mishap, _ broken: [Judgement]) -> Text {
    let blamed = mishap.entries > 0 ? mishap.entries - 1 : nil
    return text(
      mishap.message, at: mishap.place, blamed: blamed, failed: mishap.failed,
      mishap.details + broken.flatMap { violation in also(violation) })
  }

  private func text(of violation: Judgement, others: ArraySlice<Judgement>) -> Text {
    guard case .violated(let entry, let reason) = violation.verdict else {
      preconditionFailure("a primary judgement is a violation")
    }
    var details = ["rule: \(violation.rule.statement)"] + excuses(for: violation)
    details += others.flatMap { other in also(other) }
    if let mishap = run.mishap { details.append("also: \(mishap.message)") }
    let mark = run.marks.last { mark in mark.entry <= entry }
    let epilogue = run.entries.firstIndex { entry in entry.event == .epilogueBegan } ?? .max
    var text = text(
      "\(violation.ruleID): \(reason)", at: mark?.place, blamed: entry, details,
      isInEpilogue: entry >= epilogue)
    text.rule = violation.ruleID
    return text
  }

  private func also(_ violation: Judgement) -> [String] {
    guard case .violated(_, let reason) = violation.verdict else { return [] }
    return ["also: \(violation.ruleID): \(reason)"] + excuses(for: violation)
  }

  private func excuses(for violation: Judgement) -> [String] {
    TestJudge.evidence(of: run).excuse(for: violation)?.lines ?? []
  }

  private func text(
    _ message: String, at line: SourceLine?, blamed: Int?, failed: FailedPlace? = nil,
    _ details: [String], isInEpilogue: Bool = false
  ) -> Text {
    let place = line ?? self.place
    var lines = ["at \(place)\(isInEpilogue ? ", or at the test's end" : "")"] + details
    lines += run.idleWork.map(\.description)
    lines +=
      WaitingText(
        run.entries, names: run.names, unfinished: run.unfinished, waiters: run.waiters
      ).lines.map { line in String(line.dropFirst()) }
    if violations.contains(where: { violation in violation.ruleID == Rule.tasksEnded.id }) {
      lines += LeftText(run.left, entries: run.entries, names: run.names).lines
        .map { line in String(line.dropFirst()) }
    }
    lines +=
      LogDiagram(
        run.entries, blamed: blamed, failed: failed.map { failed in (failed, place.line) },
        names: run.names, backend: "backend",
        marks: run.marks.map { mark in
          LogDiagram.Mark(entry: mark.entry, line: mark.place.line)
        }
      ).lines
    return Text(message: message, place: place, lines: lines)
  }
}

extension TestStage.Mishap {
  /// Whether it is told before any violation.
  fileprivate var comesFirst: Bool { kind == .thrown || kind == .stopped(.escaped) }
}
