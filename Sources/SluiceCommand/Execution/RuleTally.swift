import SluiceConformance
import SluiceReports
import SluiceRunner

/// Which rules the cases of a run exercised.
struct RuleTally {
  private(set) var exercised: Set<String> = []

  /// Counts the rules that a case exercised.
  mutating func count(_ result: CaseResult) {
    for rule in result.rules where rule.verdict != .inapplicable { exercised.insert(rule.rule) }
  }

  /// The rules of the catalogue that no case exercised, each with the reason that a list gives.
  ///
  /// - Parameter reasons: The reasons by rule.
  func unexercised(_ reasons: [String: String]) -> [RunSummary.UnexercisedRule] {
    Rule.catalogue.filter { rule in !exercised.contains(rule.id) }
      .map { rule in
        RunSummary.UnexercisedRule(id: rule.id, reason: reasons[rule.id] ?? "no reason is listed")
      }
  }
}
