import SluiceScenarios

/// What two failures must share to be the same one: the kind, and the rule, or the line and what
/// was amiss there.
struct FailureSignature: Hashable {
  var kind: Problem.Kind
  /// The violated rule, if one was.
  var rule: String?
  /// The line that could not be played or met, where no rule was violated.
  var span: SourceSpan?
  /// What was said of that line.
  var message: String?

  /// The violated rule, or else the kind of the problem.
  var cause: String { rule ?? kind.rawValue }
}
