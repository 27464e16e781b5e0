package import SluiceText

/// What became of a case, for whoever counts verdicts and reads no texts.
package struct CaseVerdict: Sendable, Hashable, Codable {
  /// What became of it.
  package enum Outcome: Sendable, Hashable, Codable {
    /// Nothing was wrong under any schedule that was tried.
    case passed
    /// The streams can't be played in it.
    case skipped
    /// It failed: in this way, and by these rules, if rules were broken that no other explains.
    case failed(CaseFailure.Kind, rules: [String])
  }

  /// The case's stable id.
  package var id: String
  /// What became of it.
  package var outcome: Outcome
  /// How many schedules were tried; a failure is that of the last.
  package var schedules: Int

  /// A verdict on a case.
  package init(id: String, outcome: Outcome, schedules: Int) {
    self.id = id
    self.outcome = outcome
    self.schedules = schedules
  }

  /// The rules that were broken and that no other explains; none for a case that did not fail.
  package var rules: [String] {
    if case .failed(_, let rules) = outcome { rules } else { [] }
  }

  /// How it failed; nil for a case that did not.
  package var kind: CaseFailure.Kind? {
    if case .failed(let kind, _) = outcome { kind } else { nil }
  }
}

extension CaseVerdict: CheckedContent {
  /// Checks the count.
  package func check() throws(ContentFlaw) {
    try check("schedules", schedules, in: CountLimits.count)
  }
}
