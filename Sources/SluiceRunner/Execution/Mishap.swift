import SluiceScenarios

/// Why a scenario could not be played to its last line.
struct Mishap {
  /// What kind of problem it is.
  var kind: Problem.Kind
  /// The problem in one line.
  var message: String
  /// More lines that explain it, such as the differences between two values.
  var details: [String] = []
  /// The line at which it came up.
  var span: SourceSpan
  /// Where the scenario plays the flow in which that line is written; nil for a line of the
  /// scenario itself.
  var playedAt: SourceSpan?
  /// The line that set off what was expected; nil where there is none or it is the same.
  var stimulus: SourceSpan?
}
