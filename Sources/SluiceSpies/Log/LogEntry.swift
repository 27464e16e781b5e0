public import SluiceSimulation

/// One line of the event log: what happened, and when.
public struct LogEntry: Sendable, Hashable {
  /// The virtual instant at which it happened.
  public var instant: Instant
  /// How many events the simulation had run by then.
  public var step: Int
  /// What happened.
  public var event: Event

  /// A line with its time and its event.
  public init(instant: Instant, step: Int, event: Event) {
    self.instant = instant
    self.step = step
    self.event = event
  }
}
