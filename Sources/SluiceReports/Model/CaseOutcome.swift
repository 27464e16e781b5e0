/// The one outcome of a case.
///
/// A broken rule or expectation is a failure; a crash, a hang, or a schedule or fixture that can't
/// be used is an error; what does not apply, or fails as it is known to, is skipped.
package enum CaseOutcome: Sendable, Hashable {
  /// Everything that was asked of the case held.
  case passed
  /// A rule or an expectation did not hold.
  case failure(Problem)
  /// The case could not be judged.
  case error(Problem)
  /// The case was not judged, on purpose, with the reason.
  case skipped(message: String)
}

extension CaseOutcome {
  /// What went wrong in a case, in a line and at length.
  package struct Problem: Sendable, Hashable {
    /// The kind of problem as one word, such as `RuleViolation`.
    ///
    /// Some readers of reports take words like `yaml` or `date` for the name of a data type and
    /// convert the text; a report refuses those.
    package var type: String
    /// The problem in one line.
    package var message: String
    /// The whole account: where, what happened before, and the command that shows it again.
    package var body: String
    /// The place to blame, where it is more exact than the place of the case.
    package var place: SourcePlace?

    /// Creates an account of a problem.
    ///
    /// - Parameters:
    ///   - type: the kind of problem as one word.
    ///   - message: the problem in one line.
    ///   - body: the whole account; a report puts the message before it unless it begins with it.
    ///   - place: the place to blame, where it is more exact than the place of the case.
    package init(type: String, message: String, body: String = "", place: SourcePlace? = nil) {
      self.type = type
      self.message = message
      self.body = body
      self.place = place
    }
  }

  /// The problem, if the outcome turns the run red.
  package var problem: Problem? {
    switch self {
    case .passed, .skipped: nil
    case .failure(let problem), .error(let problem): problem
    }
  }
}
