import SluiceConformance
package import SluiceScenarios

/// The comparison of two answers about one case, from two processes.
package struct SelfCheck {
  private let scenario: ScenarioCase
  private let again: String

  /// A check of one case.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - again: The command that shows it again.
  package init(of scenario: ScenarioCase, again: String) {
    self.scenario = scenario
    self.again = again
  }

  /// One in so many cases is run in two processes.
  static let oneIn: UInt64 = 8

  /// Whether a case is in the sample: a function of its id and the run's seed.
  ///
  /// - Parameters:
  ///   - caseID: The case's stable id.
  ///   - seed: The run's seed.
  /// - Returns: Whether it is.
  package static func samples(_ caseID: String, seed: UInt64) -> Bool {
    ScheduleSeed(caseID: caseID, runSeed: seed, number: -1).value % oneIn == 0
  }

  /// The result with the word of a second process.
  ///
  /// A case that passed in the first and had another course in the second is an error of its own.
  /// One that failed stays a failure, and is told to differ.
  ///
  /// - Parameters:
  ///   - first: The result.
  ///   - second: What the second process made of the same request.
  /// - Returns: The result to report.
  package func result(_ first: CaseResult, comparedWith second: CaseResult) -> CaseResult {
    guard let difference = difference(first, second) else { return first }
    let message = "nondeterministic subject: the same schedule had another course in a new process"
    var result = first
    if var problem = first.problem {
      problem.body += (["\n\(message)"] + difference).joined(separator: "\n")
      switch first.outcome {
      case .failed: result.outcome = .failed(problem)
      case .errored: result.outcome = .errored(problem)
      case .passed, .skipped: break
      }
      return result
    }
    result.outcome = .errored(
      Problem(
        .nondeterministic, message, details: difference, of: scenario, again: again))
    return result
  }

  private func difference(_ first: CaseResult, _ second: CaseResult) -> [String]? {
    for (one, other) in zip(first.logs, second.logs) {
      if let difference = one.difference(from: other) { return [" under \(one.run):"] + difference }
    }
    let outcomes = [first, second].map { result in
      result.problem.map { problem in problem.message } ?? "no failure"
    }
    guard outcomes[0] != outcomes[1] || first.schedule != second.schedule else { return nil }
    return ["  once:  \(outcomes[0])", "  again: \(outcomes[1])"]
  }
}
