import SluiceReports
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import SluiceText

/// What the results of a run add up to.
struct RunTally {
  private(set) var rules: RuleTally
  private(set) var notTested = NotTested()
  private(set) var schedules = RunSummary.Schedules()
  private(set) var steps = 0
  private(set) var virtualTime = Duration.zero
  /// The entries of the list of known failures whose causes are advice.
  private(set) var entriesOfAdvice = 0

  /// A tally of no case so far.
  ///
  /// - Parameters:
  ///   - ownRules: The ids of the rules that are the program's own.
  ///   - meaningless: The ids of the rules that have no meaning for the streams.
  init(ownRules: [String], meaningless: Set<String> = []) {
    rules = RuleTally(own: ownRules, meaningless: meaningless)
  }

  /// Counts a result.
  mutating func count(_ result: CaseResult) {
    rules.count(result)
    notTested.count(result)
    schedules.run += result.schedules.tried
    schedules.distinct += result.schedules.distinct
    if result.schedules.tried > 0 { schedules.cases += 1 }
    if result.schedules.isExhausted { schedules.completeCases += 1 }
    if result.outcome == .passed, result.knownCause != nil { entriesOfAdvice += 1 }
    steps += result.steps
    virtualTime += .nanoseconds(result.virtualNanoseconds)
  }

  /// Counts a case of which nothing is known but its report.
  mutating func count(_ report: CaseReport) {
    let isPlayed =
      report.has(CaseReport.knownProperty) || report.has(CaseReport.schedulesProperty)
    switch report.outcome {
    case .skipped(let reason) where !isPlayed: notTested.count(leftOutFor: reason)
    case .passed:
      if report.has(CaseReport.knownProperty) { entriesOfAdvice += 1 }
      notTested.countPlayed(
        isSampled: report.has(CaseReport.completeProperty, value: "false"))
    case .skipped, .failure, .error: notTested.countPlayed(isSampled: false)
    }
  }
}

extension CaseReport {
  /// The name of the property with the cause of a known failure.
  fileprivate static let knownProperty = "sluice.known-failure"
  /// The name of the property with the number of schedules.
  fileprivate static let schedulesProperty = "sluice.schedules"
  /// The name of the property that says whether there are no others.
  fileprivate static let completeProperty = "sluice.schedules.complete"

  fileprivate func has(_ name: String, value: String? = nil) -> Bool {
    properties.contains { property in
      property.name == name && (value == nil || property.value == value)
    }
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
  private let edition: Edition

  /// A tally of no case so far.
  ///
  /// - Parameters:
  ///   - known: The cases that are known to fail.
  ///   - keepsFailures: Whether to remember each failure, for a new list.
  ///   - edition: The last edition whose cases count.
  init(known: KnownFailures, keepsFailures: Bool, edition: Edition) {
    self.known = known
    self.keepsFailures = keepsFailures
    self.edition = edition
    unseen = known.entries.mapValues { entry in entry.line }
  }

  /// The result of a case as it stands with the known failures and the edition taken into account.
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
    // A case that came later fails nothing, so a list that named it would not be exact.
    if keepsFailures, scenario.edition <= edition, causes.contains(where: { cause in cause != nil })
    {
      failures.append((result.id, KnownFailures.word(for: causes)))
    }
    return known.applied(to: result, line: scenario.line, again: again())
      .counted(by: edition, of: scenario)
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
    // A case that passes has broken rules by a failure that is advice.
    let isAdvice = result.outcome == .passed
    for rule in cause + (isAdvice ? [] : others) {
      properties.append(ReportProperty(name: "sluice.rule", value: rule))
    }
    for rule in advised + (isAdvice ? others : []) {
      properties.append(ReportProperty(name: "sluice.advice", value: rule))
    }
    for rule in result.rules where rule.verdict == .impliedViolation {
      properties.append(ReportProperty(name: "sluice.rule.implied", value: rule.rule))
    }
    if let cause = result.knownCause {
      properties.append(ReportProperty(name: Self.knownProperty, value: cause))
    }
    if let schedule = result.schedule {
      properties.append(ReportProperty(name: "sluice.schedule", value: schedule))
    }
    if result.schedules.tried > 0 {
      properties += [
        ReportProperty(name: Self.schedulesProperty, value: "\(result.schedules.tried)"),
        ReportProperty(
          name: Self.completeProperty, value: "\(result.schedules.isExhausted)"),
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
