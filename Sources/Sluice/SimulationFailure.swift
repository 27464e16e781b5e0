public import SluiceSpies

/// Why a test that was simulated failed.
///
/// Its description is all that there is to be read: what was broken, at which line, the log as a
/// diagram, the schedule, and how to see it again.
public struct SimulationFailure: Error, Sendable, CustomStringConvertible {
  /// The failure in one line.
  public let message: String
  /// The id of the rule that was broken, if one was.
  public let rule: String?
  /// The line of the test at which it came up.
  public let place: SourceLine
  /// The schedule under which it came up, for `simulate(schedule:)`; nil for the canonical one.
  public let schedule: String?
  /// The test's own error, where that is the failure.
  public let thrown: (any Error)?
  /// Everything to be read about it, beginning with the message.
  public let description: String
}
