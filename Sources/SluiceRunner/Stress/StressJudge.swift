import SluiceConformance
import SluiceScenarios

/// What decides what became of a case in one round on real threads.
///
/// Only rules that have a say there are asked, and no expectation. A consumer that has not ended
/// although it was cancelled, after all the patience, hangs.
struct StressJudge {
  let scenario: ScenarioCase
  let record: RunRecord
  let level: Rule.Level
  let again: String

  /// The round's result, and whether its callbacks overlapped.
  var verdict: (result: CaseResult, isOverlapping: Bool) {
    let evidence = Evidence(
      record.entries, filedIn: record.index, declarations: record.declarations,
      askedOptions: record.askedOptions)
    let judgements = Rule.judge(evidence).counting(underThreads: evidence)
    let primary = judgements.violations.filter { judgement in judgement.rule.level >= level }
      .primaryViolations
    let primaryIDs = judgements.primaryViolations.map(\.ruleID) + primary.map(\.ruleID)
    var result = CaseResult(id: scenario.id, outcome: outcome(primary.first))
    result.rules = judgements.compactMap { judgement in
      RuleResult(judgement, primary: primaryIDs)
    }
    result.assertions = result.rules.count { rule in rule.verdict != .inapplicable }
    result.steps = record.steps
    return (result, !evidence.isOneByOne)
  }

  private func outcome(_ violation: Judgement?) -> CaseResult.Outcome {
    // A hang first: what a consumer that never ended holds breaks other rules too.
    guard record.unfinished.isEmpty else { return .errored(hang) }
    guard let violation, case .violated(let entry, let reason) = violation.verdict else {
      return .passed
    }
    let mark = record.marks.last { mark in mark.entry <= entry }
    var text = FailureText(
      scenario: scenario, record: record, message: "\(violation.rule.id): \(reason)",
      span: mark?.span ?? scenario.span, again: again)
    text.playedAt = mark?.playedAt
    text.blamed = entry
    text.details = ["rule: \(violation.rule.statement)"]
    return .failed(problem(.ruleViolation, rule: violation.rule.id, text))
  }

  private var hang: Problem {
    let names = record.unfinished.map { name in "'\(name)'" }.joined(separator: ", ")
    let last = record.marks.last
    var text = FailureText(
      scenario: scenario, record: record, message: "\(names) did not end after a cancel",
      span: last?.span ?? scenario.span, again: again)
    text.playedAt = last?.playedAt
    return problem(.subjectHung, rule: nil, text)
  }

  private func problem(
    _ kind: Problem.Kind, rule: String?, _ text: FailureText
  ) -> Problem {
    Problem(
      kind: kind, rule: rule, message: text.message, body: text.body,
      line: scenario.sources.location(of: text.playedAt ?? text.span).line)
  }
}
