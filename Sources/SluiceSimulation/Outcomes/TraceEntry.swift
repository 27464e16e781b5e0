/// One event of a run, as an observer is told of it just before it happens.
public struct TraceEntry: Sendable, Hashable, CustomStringConvertible {
  /// The number of the event in the run; the first is 1.
  public let step: Int
  /// The virtual time.
  public let instant: Instant
  /// The name of the event.
  public let event: EventName

  /// Creates an entry.
  public init(step: Int, instant: Instant, event: EventName) {
    self.step = step
    self.instant = instant
    self.event = event
  }

  /// The entry on one line, as in `12 1.5s consumer.L#3`.
  public var description: String { "\(step) \(instant) \(event)" }
}
