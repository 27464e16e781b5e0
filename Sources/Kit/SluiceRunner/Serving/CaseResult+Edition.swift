package import SluiceConformance
package import SluiceScenarios
package import SluiceSpies
import SluiceText

extension CaseResult {
  /// The result as a gate of an edition counts it.
  ///
  /// A case that came later passes, and its failure is advice that says so. An untrusted answer
  /// stays an error.
  ///
  /// - Parameters:
  ///   - edition: The edition of the gate.
  ///   - scenario: The case.
  /// - Returns: The result to report.
  package func counted(by edition: Edition, of scenario: ScenarioCase) -> CaseResult {
    guard scenario.edition > edition, var failure, failure.kind != .answerUnusable else {
      return self
    }
    var counted = self
    failure.notes.append(" \(scenario.edition.reason(in: edition))")
    counted.outcome = .passed
    counted.advice = (advice ?? []) + [failure]
    return counted
  }
}

/// What would change in a gate that took a later edition.
package struct EditionChange: Sendable {
  /// The edition of the gate.
  package let edition: Edition
  /// The lowest level at which a violation fails a case.
  private let level: Rule.Level
  private let rules: RuleBook

  /// The change of a gate.
  ///
  /// - Parameters:
  ///   - edition: The edition of the gate.
  ///   - level: The lowest level at which a violation fails a case there.
  ///   - rules: The rules that judge its cases.
  package init(from edition: Edition, level: Rule.Level, rules: RuleBook) {
    self.edition = edition
    self.level = level
    self.rules = rules
  }

  /// Whether a rule came later.
  package func isLater(_ rule: String) -> Bool {
    rules.rule(named: rule).map { rule in rule.edition > edition } ?? false
  }

  /// The result of a case as far as it would change.
  ///
  /// A case fails by the first piece of advice that would fail it then. One that fails already is
  /// skipped, since a later edition changes nothing about it.
  ///
  /// - Parameters:
  ///   - result: The result in the gate's edition.
  ///   - scenario: The case.
  /// - Returns: The result to report.
  package func result(_ result: CaseResult, of scenario: ScenarioCase) -> CaseResult {
    var changed = result
    changed.advice = nil
    switch result.outcome {
    case .skipped: break
    case .failed(let failure), .errored(let failure):
      guard failure.kind != .answerUnusable else { break }
      changed.outcome = .skipped("fails in edition \(edition), too: \(failure.message)")
    case .passed:
      let pieces = (result.advice ?? []).filter { failure in counts(failure, scenario) }
      guard var first = pieces.first else { break }
      first.notes += pieces.dropFirst().map { failure in " also: \(failure.message)" }
      changed.outcome = first.kind.isFailure ? .failed(first) : .errored(first)
    }
    return changed
  }

  /// Whether a piece of advice would fail its case in a later edition.
  private func counts(_ failure: CaseFailure, _ scenario: ScenarioCase) -> Bool {
    guard let rule = failure.rule.flatMap({ id in rules.rule(named: id) }) else {
      return scenario.edition > edition
    }
    return rule.level >= level && max(rule.edition, scenario.edition) > edition
  }
}
