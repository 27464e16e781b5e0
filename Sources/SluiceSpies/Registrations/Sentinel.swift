/// An object whose end the harness can see: whoever captures it keeps it alive, and its death is written to the log.
///
/// A closure's own life is not visible from outside, what it captured is. A fake captures one in each thing that a
/// stream could keep too long.
public final class Sentinel: Sendable {
  /// What the object is to the stream.
  public let role: Event.SentinelRole
  private let log: EventLog

  /// A sentinel whose death is written to a log.
  public init(_ role: Event.SentinelRole, log: EventLog) {
    self.role = role
    self.log = log
  }

  deinit {
    log.append(.sentinelDied(role))
  }
}
