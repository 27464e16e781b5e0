import SluiceReports
import SluiceRunner
import SluiceScenarios

/// What a run adds up while results come in.
struct RunTally {
  private(set) var rules = RuleTally()
  private(set) var steps = 0
  private(set) var virtualNanoseconds: Int64 = 0
  private let knownFailures: KnownFailures
  private var unseen: Set<String>

  init(knownFailures: KnownFailures) {
    self.knownFailures = knownFailures
    unseen = Set(knownFailures.entries.keys)
  }

  /// Counts a result, and gives it as it stands with the known failures taken into account.
  mutating func count(_ result: CaseResult, of scenario: ScenarioCase) -> CaseResult {
    rules.count(result)
    steps += result.steps
    virtualNanoseconds += result.virtualNanoseconds
    unseen.remove(result.id)
    var counted = knownFailures.applied(to: result)
    if case .failed(var problem) = counted.outcome, problem.kind == .passesUnexpectedly {
      problem.line = scenario.line
      counted.outcome = .failed(problem)
    }
    return counted
  }

  /// A failure for each listed case that does not exist.
  ///
  /// - Parameter list: The path of the list.
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
