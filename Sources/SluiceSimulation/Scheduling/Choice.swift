/// One decision of a scheduler, by the names of events.
public struct Choice: Sendable, Hashable {
  /// The number of events that ran before.
  public var step: Int
  /// The virtual time.
  public var instant: Instant
  /// What was possible, in order; the first is the canonical choice.
  public var ready: [EventName]
  /// What was chosen, one of ``ready``.
  public var run: EventName

  /// Creates a choice.
  public init(step: Int, instant: Instant, ready: [EventName], run: EventName) {
    self.step = step
    self.instant = instant
    self.ready = ready
    self.run = run
  }

  /// The choice that takes a position of what is ready.
  init(_ position: Int, of ready: ReadyEvents) {
    self.init(
      step: ready.step, instant: ready.instant,
      ready: (0..<ready.count).map { index in ready.name(at: index) },
      run: ready.name(at: position))
  }
}
