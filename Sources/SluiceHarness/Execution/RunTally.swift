import SluiceReports
import SluiceRunner
import SluiceScenarios

/// What a run adds up while results come in.
struct RunTally {
  private(set) var rules = RuleTally()
  private(set) var schedules = RunSummary.Schedules()
  private(set) var steps = 0
  private(set) var virtualNanoseconds: Int64 = 0
  /// What each failed case failed by, if that is kept.
  private(set) var failures: [(id: String, cause: String)] = []
  private let knownFailures: KnownFailures
  private let keepsFailures: Bool
  private var unseen: Set<String>

  /// A tally of no case so far.
  ///
  /// - Parameters:
  ///   - knownFailures: The cases that are known to fail.
  ///   - keepsFailures: Whether to remember each failure, for a new list.
  init(knownFailures: KnownFailures, keepsFailures: Bool) {
    self.knownFailures = knownFailures
    self.keepsFailures = keepsFailures
    unseen = Set(knownFailures.entries.keys)
  }

  /// Counts a result, and gives it as it stands with the known failures taken into account.
  mutating func count(
    _ result: CaseResult, of scenario: ScenarioCase, again: String
  ) -> CaseResult {
    rules.count(result)
    schedules.run += result.schedules.tried
    schedules.distinct += result.schedules.distinct
    if result.schedules.tried > 0 { schedules.cases += 1 }
    if result.schedules.isExhausted { schedules.completeCases += 1 }
    steps += result.steps
    virtualNanoseconds += result.virtualNanoseconds
    unseen.remove(result.id)
    if keepsFailures, let problem = result.problem { failures.append((result.id, problem.cause)) }
    return knownFailures.applied(to: result, line: scenario.line, again: again)
  }

  /// A failure for each listed case that does not exist.
  ///
  /// - Parameter list: The path of the list, as reports show it.
  /// - Returns: The failures, sorted by the bytes of the cases' ids.
  func missingKnownFailures(list: String) -> [CaseReport] {
    unseen.sorted { left, right in left.utf8.lexicographicallyPrecedes(right.utf8) }.map { id in
      let line = knownFailures.entries[id]?.line
      let message = "the list of known failures names a case that does not exist: \(id)"
      return CaseReport(
        suite: "sluice.known-failing", classname: "sluice.known-failing", name: id, id: id,
        place: SourcePlace(file: list, line: line),
        outcome: .failure(
          CaseOutcome.Problem(
            type: Problem.Kind.passesUnexpectedly.rawValue, message: message, body: message)))
    }
  }
}

extension RuleTally {
  /// The rules of the catalogue that no case exercised, each with the reason.
  ///
  /// - Parameter reasons: The reasons by rule that a list gives; without one it is what the cases
  ///   said of the rule, if they did.
  /// - Returns: The rules in the order of the catalogue.
  func unexercised(_ reasons: [String: String]) -> [RunSummary.UnexercisedRule] {
    unexercised.map { rule in
      let said = rule.inapplicable.map { reason in "inapplicable: \(reason)" }
      return RunSummary.UnexercisedRule(
        id: rule.id, reason: reasons[rule.id] ?? said ?? "no reason is listed")
    }
  }
}

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
    if result.schedules.tried > 0 {
      properties += [
        ReportProperty(name: "sluice.schedules", value: "\(result.schedules.tried)"),
        ReportProperty(
          name: "sluice.schedules.complete", value: "\(result.schedules.isExhausted)"),
      ]
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
