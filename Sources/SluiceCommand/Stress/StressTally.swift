import SluiceRunner
import SluiceScenarios

/// What a run on real threads adds up.
struct StressTally {
  private var passed = 0
  /// How many cases were wrong.
  private(set) var failed = 0
  private var skipped = 0
  private var rounds = 0
  private var unreachedRounds = 0
  private var overlappingRounds = 0
  private var rules: Set<String> = []

  /// Counts a case.
  mutating func count(_ stressed: StressResult) {
    switch stressed.result.outcome {
    case .passed: passed += 1
    case .failed, .errored: failed += 1
    case .skipped: skipped += 1
    }
    rounds += stressed.rounds
    unreachedRounds += stressed.unreachedRounds
    overlappingRounds += stressed.overlappingRounds
    for rule in stressed.result.rules where rule.verdict != .inapplicable {
      rules.insert(rule.rule)
    }
  }

  /// What is said of a case as soon as it is over; nil for one that passed or was skipped.
  static func text(of stressed: StressResult, _ scenario: ScenarioCase) -> String? {
    guard let problem = stressed.result.problem else { return nil }
    let seed = stressed.wrongSeed.map { seed in " (seed \(seed))" } ?? ""
    let rest = problem.body.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
    let lines = ["FAILED \(scenario.id)\(seed): \(problem.message)"] + rest.map { "  \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The last lines of the run.
  var summary: String {
    var lines = [
      "\(count(rounds, "round")) of \(count(passed + failed + skipped, "case")) on threads: "
        + "\(passed) passed, \(failed) failed, \(skipped) skipped",
      "\(count(rules.count, "rule")) had something to say",
    ]
    if unreachedRounds > 0 {
      lines.append("\(count(unreachedRounds, "round")) missed a line of their scenario")
    }
    if overlappingRounds > 0 {
      lines.append(
        "\(count(overlappingRounds, "round")) had callbacks that overlapped, of which nobody can "
          + "tell the order")
    }
    return lines.map { line in line + "\n" }.joined()
  }

  private func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
