import SluiceScenarios

/// Where a scenario line made itself felt: the log's length just before it ran.
struct LineMark {
  /// The number of log entries before the line ran.
  var entry: Int
  /// The number of events that the simulation had run before it.
  var step: Int
  /// Where the line is written.
  var span: SourceSpan
  /// Where the scenario plays the flow in which the line is written; nil for a line of the scenario
  /// itself.
  var playedAt: SourceSpan?
}
