/// An object whose end the harness can see: whoever captures it keeps it alive.
///
/// A closure's own life is not visible from outside, what it captured is. A fake captures one in
/// each thing that a stream could keep too long. The death of an owner, a fixture or a consumer's
/// object is written to the log; handles and elements, of which there can be many, are only
/// counted.
public final class Sentinel: Sendable {
  /// What the object is to the stream.
  public let role: Event.SentinelRole
  private let log: EventLog

  /// A living sentinel, counted by a log.
  public init(_ role: Event.SentinelRole, log: EventLog) {
    self.role = role
    self.log = log
    log.sentinelBorn(role)
  }

  deinit {
    log.sentinelDied(role)
  }
}
