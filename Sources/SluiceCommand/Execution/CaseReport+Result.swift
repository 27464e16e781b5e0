import SluiceReports
import SluiceRunner
import SluiceScenarios

extension CaseReport {
  /// The report of a case's result.
  init(_ result: CaseResult, of scenario: ScenarioCase, subject: String) {
    var properties = [ReportProperty(name: "subject", value: subject)]
    for rule in result.rules where rule.verdict == .violated {
      properties.append(ReportProperty(name: "sluice.rule", value: rule.rule))
    }
    for rule in result.rules where rule.verdict == .impliedViolation {
      properties.append(ReportProperty(name: "sluice.rule.implied", value: rule.rule))
    }
    if let schedule = result.schedule {
      properties.append(ReportProperty(name: "sluice.schedule", value: schedule))
    }
    self.init(
      suite: scenario.suite, classname: scenario.suite, name: scenario.name, id: scenario.id,
      place: SourcePlace(file: scenario.path, line: result.problem?.line ?? scenario.line),
      assertions: result.assertions, virtualTime: .nanoseconds(result.virtualNanoseconds),
      realTime: .nanoseconds(result.realNanoseconds), properties: properties,
      outcome: CaseOutcome(result.outcome))
  }
}

extension CaseOutcome {
  fileprivate init(_ outcome: CaseResult.Outcome) {
    switch outcome {
    case .passed: self = .passed
    case .failed(let problem): self = .failure(CaseOutcome.Problem(problem))
    case .errored(let problem): self = .error(CaseOutcome.Problem(problem))
    case .skipped(let reason): self = .skipped(message: reason)
    }
  }
}

extension CaseOutcome.Problem {
  fileprivate init(_ problem: SluiceRunner.Problem) {
    self.init(type: problem.kind.rawValue, message: problem.message, body: problem.body)
  }
}
