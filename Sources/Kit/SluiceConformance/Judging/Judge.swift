import SluiceSimulation
package import SluiceSpies
package import SluiceText

/// Judge of a run: decides from everything that it left behind whether it failed, and how.
///
/// Work that escaped and a thread that is held for ever come first: other findings may follow from
/// them. Then comes a test's own error, then the gravest violated rule, then an expectation that
/// was not met or a limit, then a hang, then a schedule that did not fit. Violated rules below the
/// level, or of a later edition, are advice.
///
/// It is a class since it is large, and the findings of a search and of a tour hold several.
package final class Judge<Text: PlayedText> {
  /// The place of a line in the text.
  package typealias Line = Text.Line

  /// The text that was played.
  package let text: Text
  /// The record of the run.
  package let record: RunRecord<Line>
  /// The judgements of the rules on it.
  package let judgements: [Judgement]
  /// The violations that count, the gravest first, and otherwise in the order of the rules.
  package let violations: [Judgement]
  /// The violations below the level or of a later edition, in the order of the rules: advice, which
  /// fails nothing.
  let advised: [Judgement]
  /// The last edition whose rules count.
  let edition: Edition
  /// The command that shows the run again; nil where there is none.
  package var again: String?
  /// The schedule; nil for the canonical one.
  package var schedule: ScheduleAccount?
  /// How much is wanted of the account of a failure.
  package var extent = CaseFailure.Extent()
  /// Whether the run had real threads.
  ///
  /// No schedule repeats such a run, so that no command shows its log again, and no excuse is
  /// looked for.
  package var isOnThreads = false

  /// A judge of one run.
  ///
  /// - Parameters:
  ///   - text: The text that was played.
  ///   - record: The record of the run.
  ///   - judgements: The judgements of the rules on it.
  ///   - level: The lowest level at which a violation counts.
  ///   - edition: The last edition whose rules count.
  package init(
    of text: Text, _ record: RunRecord<Line>, _ judgements: [Judgement], level: Rule.Level,
    edition: Edition
  ) {
    self.text = text
    self.record = record
    self.judgements = judgements
    let isHeard = record.mishap?.leavesRulesTheirSay ?? true
    let all = isHeard ? judgements.violations : []
    // Looking up a rule is expensive, so rules that held are skipped.
    let counting = all.filter { judgement in
      let rule = judgement.rule
      return rule.level >= level && rule.edition <= edition
    }
    // A rule that counts must not be explained away by one that does not.
    violations = counting.primaryViolations.gravestFirst
    let counted = Set(counting.map(\.ruleID))
    advised = all.primaryViolations.filter { judgement in !counted.contains(judgement.ruleID) }
    self.edition = edition
  }

  /// A judge of one run, which asks rules.
  ///
  /// - Parameters:
  ///   - text: The text that was played.
  ///   - record: The record of the run; no rule saw all of a run that has escaped.
  ///   - rules: The rules.
  ///   - switchedOff: The ids of rules that are left out.
  ///   - level: The lowest level at which a violation counts.
  ///   - edition: The last edition whose rules count.
  package convenience init(
    of text: Text, _ record: RunRecord<Line>, by rules: RuleBook,
    without switchedOff: Set<String> = [], level: Rule.Level, edition: Edition = .newest
  ) {
    let isEscaped = record.mishap?.kind == .escaped
    var judgements = isEscaped ? [] : rules.judge(Evidence(of: record))
    if !switchedOff.isEmpty {
      judgements.removeAll { judgement in switchedOff.contains(judgement.ruleID) }
    }
    self.init(of: text, record, judgements, level: level, edition: edition)
  }

  /// The one thing for which a run fails.
  enum Cause {
    case mishap(Mishap<Line>)
    case violation(Judgement)
    case hang
    case divergence(ForcedSchedule.Row, Line?)
  }

  /// The one thing for which the run fails; nil if it does not fail.
  var cause: Cause? {
    if let mishap = record.mishap, mishap.comesFirst { return .mishap(mishap) }
    if let violation = violations.first { return .violation(violation) }
    if let mishap = record.mishap, !isAdvised(mishap) { return .mishap(mishap) }
    if !record.unfinished.isEmpty { return .hang }
    return record.divergence.map { row, line in .divergence(row, line) }
  }

  /// Whether advice explains an unmet expectation, which then fails nothing.
  ///
  /// The text must be about the rule, so that other cases look for what else the stream may have
  /// lost. The unexpected answer must be the one that the rule blames. An expectation of the
  /// backend has no answer, so its text must be about that rule alone, violated before it.
  private func isAdvised(_ mishap: Mishap<Line>) -> Bool {
    guard mishap.kind == .expectationFailed, let place = mishap.failed else { return false }
    return advised.contains { judgement in
      guard case .violated(let entry, _) = judgement.verdict,
        text.rules.contains(judgement.ruleID)
      else { return false }
      if let answer = place.answer { return answer == entry }
      return place.consumer == nil && text.rules.count == 1 && entry < place.entries
    }
  }

  /// The signature that all runs share which fail alike; nil for a run that does not fail.
  package var signature: FailureSignature<Line>? {
    switch cause {
    case .mishap(let mishap): FailureSignature(mishap)
    case .violation(let violation):
      FailureSignature(kind: .ruleViolation, rule: violation.ruleID)
    case .hang: FailureSignature(kind: .subjectHung)
    case .divergence: FailureSignature(kind: .diverged)
    case nil: nil
    }
  }
}

/// Signature of a failure: the kind, and the rule, or the line and the expectation.
///
/// Two failures with one signature count as the same.
package struct FailureSignature<Line: Hashable & Sendable>: Hashable {
  /// The kind.
  package var kind: CaseFailure.Kind
  /// The violated rule, if one was.
  package var rule: String?
  /// The line that could not be played or met, where no rule was violated.
  package var line: Line?
  /// The message of an expectation that was not met.
  package var message: String?

  /// A signature.
  package init(kind: CaseFailure.Kind, rule: String? = nil) {
    self.kind = kind
    self.rule = rule
  }

  /// The signature of a mishap; that of an escape has no line, since no schedule decides it.
  init(_ mishap: Mishap<Line>) {
    self.init(kind: mishap.kind)
    guard kind != .escaped else { return }
    line = mishap.place?.line
    if kind == .expectationFailed, mishap.thrown == nil { message = mishap.message }
  }

  /// The violated rule, or else the kind of the failure.
  package var cause: String { rule ?? kind.rawValue }
}

extension [Judgement] {
  /// The judgements by the level of their rules, the gravest first, and otherwise in their order.
  fileprivate var gravestFirst: [Judgement] {
    guard count > 1 else { return self }
    return enumerated().sorted { left, right in
      let (mine, others) = (left.element.rule.level, right.element.rule.level)
      return mine == others ? left.offset < right.offset : mine > others
    }.map(\.element)
  }
}
