import SluiceConformance
import SluiceReports
import SluiceRunner

/// Which rules the cases of a run exercised.
struct RuleTally {
  private(set) var exercised: Set<String> = []
  /// Why a rule did not apply where that was asked last, by rule.
  private var inapplicable: [String: String] = [:]

  /// Counts the rules that a case exercised.
  mutating func count(_ result: CaseResult) {
    for rule in result.rules {
      if rule.verdict == .inapplicable {
        inapplicable[rule.rule] = rule.reason
      } else {
        exercised.insert(rule.rule)
      }
    }
  }

  /// The rules of the catalogue that no case exercised, each with the reason.
  ///
  /// - Parameter reasons: The reasons by rule that a list gives; without one it is what the cases
  ///   said of the rule, if they did.
  /// - Returns: The rules in the order of the catalogue.
  func unexercised(_ reasons: [String: String]) -> [RunSummary.UnexercisedRule] {
    Rule.catalogue.filter { rule in !exercised.contains(rule.id) }
      .map { rule in
        let said = inapplicable[rule.id].map { reason in "inapplicable: \(reason)" }
        return RunSummary.UnexercisedRule(
          id: rule.id, reason: reasons[rule.id] ?? said ?? "no reason is listed")
      }
  }
}
