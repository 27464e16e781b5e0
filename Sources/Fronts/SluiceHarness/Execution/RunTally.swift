import SluiceReports
import SluiceRunner
import SluiceScenarios
import SluiceText

/// What the results of a run add up to.
struct RunTally {
  private(set) var rules: RuleTally
  private(set) var schedules = RunSummary.Schedules()
  private(set) var steps = 0
  private(set) var virtualTime = Duration.zero

  /// A tally of no case so far.
  ///
  /// - Parameter ownRules: The ids of the rules that are the program's own.
  init(ownRules: [String]) {
    rules = RuleTally(own: ownRules)
  }

  /// Counts a result.
  mutating func count(_ result: CaseResult) {
    rules.count(result)
    schedules.run += result.schedules.tried
    schedules.distinct += result.schedules.distinct
    if result.schedules.tried > 0 { schedules.cases += 1 }
    if result.schedules.isExhausted { schedules.completeCases += 1 }
    steps += result.steps
    virtualTime += .nanoseconds(result.virtualNanoseconds)
  }
}

/// The failures of a run, and those that a list says are known.
struct FailureTally {
  /// What each failed case failed by, if that is kept.
  private(set) var failures: [(id: String, cause: String)] = []
  /// The listed cases that were not seen, with their lines in the list.
  private(set) var unseen: [String: Int]
  private let known: KnownFailures
  private let keepsFailures: Bool

  /// A tally of no case so far.
  ///
  /// - Parameters:
  ///   - known: The cases that are known to fail.
  ///   - keepsFailures: Whether to remember each failure, for a new list.
  init(known: KnownFailures, keepsFailures: Bool) {
    self.known = known
    self.keepsFailures = keepsFailures
    unseen = known.entries.mapValues { entry in entry.line }
  }

  /// The result of a case as it stands with the known failures taken into account.
  ///
  /// - Parameters:
  ///   - result: The result as the case ran.
  ///   - others: What it fails by under other seeds, where a list is to be written; nil for a pass.
  ///   - scenario: The case.
  ///   - again: The command that shows the case again.
  /// - Returns: The result to report.
  mutating func settled(
    _ result: CaseResult, others: [String?] = [], of scenario: ScenarioCase,
    again: @autoclosure () -> String
  ) -> CaseResult {
    unseen[result.id] = nil
    let causes = [result.failure?.cause] + others
    if keepsFailures, causes.contains(where: { cause in cause != nil }) {
      failures.append((result.id, KnownFailures.word(for: causes)))
    }
    return known.applied(to: result, line: scenario.line, again: again())
  }
}

extension CaseReport {
  /// A failure for a listed case that does not exist.
  init(missing id: String, list: String, line: Int) {
    let message = "the list of known failures names a case that does not exist: \(id)"
    self.init(
      suite: "sluice.known-failing", classname: "sluice.known-failing", name: id, id: id,
      place: SourcePlace(file: list, line: line),
      outcome: .failure(
        CaseOutcome.Problem(
          type: CaseFailure.Kind.passesUnexpectedly.rawValue, message: message, body: message)))
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
  /// The report of a case.
  ///
  /// - Parameters:
  ///   - result: The result of the case.
  ///   - listing: The name and the place of the case.
  ///   - subject: The name of the streams under test.
  init(_ result: CaseResult, of listing: CaseListing, subject: String) {
    var properties = [ReportProperty(name: "subject", value: subject)]
    let advice = result.advice ?? []
    let advised = advice.map(\.cause)
    let violated = result.rules.filter { rule in rule.verdict == .violated }.map(\.rule)
    // Readers of the report take the first rule for the cause of the failure.
    let cause = violated.filter { rule in rule == result.failure?.rule }
    let others = violated.filter { rule in !cause.contains(rule) && !advised.contains(rule) }
    for rule in cause + others {
      properties.append(ReportProperty(name: "sluice.rule", value: rule))
    }
    for rule in advised { properties.append(ReportProperty(name: "sluice.advice", value: rule)) }
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
      suite: listing.suite, classname: listing.suite, name: listing.name, id: result.id,
      place: SourcePlace(file: listing.file, line: result.failure?.line ?? listing.line),
      assertions: result.assertions, virtualTime: .nanoseconds(result.virtualNanoseconds),
      realTime: .nanoseconds(result.realNanoseconds), properties: properties,
      outcome: CaseOutcome(result.outcome),
      advice: advice.map { failure in
        var problem = CaseOutcome.Problem(failure)
        problem.place = SourcePlace(file: listing.file, line: failure.line)
        return problem
      })
  }
}

extension CaseOutcome {
  fileprivate init(_ outcome: CaseResult.Outcome) {
    switch outcome {
    case .passed: self = .passed
    case .failed(let failure): self = .failure(CaseOutcome.Problem(failure))
    case .errored(let failure): self = .error(CaseOutcome.Problem(failure))
    case .skipped(let reason): self = .skipped(message: reason)
    }
  }
}
