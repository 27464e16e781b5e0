import SluiceConformance
import SluiceScenarios
import SluiceText

extension Judge<ScenarioCase> {
  /// The result of the run, with the verdict of every rule.
  var result: CaseResult {
    var result = CaseResult(id: text.id, outcome: outcome, judgements, primary: violations)
    result.assertions += record.expectations
    result.steps = record.steps
    result.virtualNanoseconds = record.virtualNanoseconds
    return result
  }

  /// The outcome of the run.
  private var outcome: CaseResult.Outcome {
    guard let failure else { return .passed }
    return failure.kind.isFailure ? .failed(failure) : .errored(failure)
  }

  /// The log, for a comparison with that of another process.
  ///
  /// - Parameter run: Which run it is.
  /// - Returns: The log as lines, and its digest.
  func sample(_ run: String) -> LogSample {
    LogSample(run: run, lines: record.entries.map { entry in LogLine.text(of: entry) })
  }

  /// The ids of the rules whose violations count.
  var primaryRules: [String] { violations.map { violation in violation.ruleID } }
}

extension CaseResult {
  /// A result with the verdict of every rule.
  ///
  /// - Parameters:
  ///   - id: The case's stable id.
  ///   - outcome: The outcome.
  ///   - judgements: The judgements of the rules.
  ///   - primary: The violations that count.
  init(id: String, outcome: Outcome, _ judgements: [Judgement], primary: [Judgement]) {
    self.init(id: id, outcome: outcome)
    let primaryIDs = judgements.primaryViolations.map(\.ruleID) + primary.map(\.ruleID)
    rules = judgements.compactMap { judgement in RuleResult(judgement, primary: primaryIDs) }
    assertions = rules.count { rule in rule.verdict != .inapplicable }
  }
}

extension RuleResult {
  /// A rule's word on a run; nil if it has nothing to say.
  init?(_ judgement: Judgement, primary: [String]) {
    switch judgement.verdict {
    case .held: self.init(rule: judgement.ruleID, verdict: .held)
    case .violated(_, let reason):
      let id = judgement.ruleID
      self.init(
        rule: id, verdict: primary.contains(id) ? .violated : .impliedViolation, reason: reason)
    case .inapplicable(let reason):
      self.init(rule: judgement.ruleID, verdict: .inapplicable, reason: reason)
    case .notExercised: return nil
    }
  }
}
