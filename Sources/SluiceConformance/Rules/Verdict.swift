/// What a rule says of one run.
public enum Verdict: Sendable, Hashable {
  /// The run exercised the rule and met it.
  case held
  /// The run broke the rule, at this entry of the log, for this reason: a lower-case sentence
  /// without a full stop.
  case violated(at: Int, because: String)
  /// The run never came to where the rule has something to say.
  case notExercised
  /// The rule does not apply to this subject, for this reason.
  case inapplicable(because: String)
}
