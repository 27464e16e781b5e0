import SluiceRunner
import SluiceScenarios
import SluiceSpies

/// What a later edition would change in a gate, counted case by case.
final class UpgradeTally {
  private let change: EditionChange
  /// The edition that the gate would take.
  private let newest: Edition
  private var cases = Count()
  /// The rules that came later and that some case exercised.
  private var exercised: Set<String> = []
  private var broken: Set<String> = []
  /// How many cases would fail.
  private(set) var failed = 0

  /// How many things there are, and how many of them hold.
  private struct Count {
    var all = 0
    var held = 0
  }

  /// A tally of no case so far.
  ///
  /// - Parameters:
  ///   - change: What would change.
  ///   - newest: The edition that the gate would take.
  init(of change: EditionChange, to newest: Edition) {
    self.change = change
    self.newest = newest
  }

  /// Takes in a case.
  ///
  /// - Parameters:
  ///   - result: The result in the gate's edition.
  ///   - scenario: The case.
  /// - Returns: The result as far as it would change.
  func result(_ result: CaseResult, of scenario: ScenarioCase) -> CaseResult {
    let changed = change.result(result, of: scenario)
    if changed.failure != nil { failed += 1 }
    for rule in result.rules where change.isLater(rule.rule) && rule.verdict != .inapplicable {
      exercised.insert(rule.rule)
      if rule.verdict != .held { broken.insert(rule.rule) }
    }
    if case .skipped = result.outcome { return changed }
    guard scenario.edition > change.edition else { return changed }
    cases.all += 1
    if changed.failure == nil { cases.held += 1 }
    return changed
  }

  /// The last lines of the call, with the line to write.
  var summary: String {
    let rules = Count(all: exercised.count, held: exercised.count - broken.count)
    let lines = [
      "from edition \(change.edition) to \(newest): "
        + "\(text(cases, "new case")); \(text(rules, "new rule"))",
      failed == 0
        ? "nothing would fail; write in sluice.json:"
        : "\(failed) case\(failed == 1 ? "" : "s") would fail; once fixed, write in sluice.json:",
      Self.line(newest),
    ]
    return lines.map { line in line + "\n" }.joined()
  }

  private func text(_ count: Count, _ noun: String) -> String {
    let plural = count.all == 1 ? "" : "s"
    return "\(count.all) \(noun)\(plural), of which \(count.held) hold\(count.held == 1 ? "s" : "")"
  }

  /// The line of `sluice.json` that names an edition.
  static func line(_ edition: Edition) -> String { "\"edition\": \"\(edition)\"" }
}
