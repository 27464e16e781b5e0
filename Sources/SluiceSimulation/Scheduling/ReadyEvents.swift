/// What could run next, as a scheduler sees it.
///
/// A view without a copy; it holds only during the call it is passed to.
public struct ReadyEvents {
  private let engine: Engine
  /// Whether a backend's call is on the stack: then position 0 means that it goes on, and the
  /// others are events that may fall into it.
  public let isInsideCall: Bool

  init(engine: Engine, isInsideCall: Bool) {
    self.engine = engine
    self.isInsideCall = isInsideCall
  }

  /// The number of possibilities.
  public var count: Int { engine.choiceCount + (isInsideCall ? 1 : 0) }

  /// The number of events that ran before.
  public var step: Int { engine.step }

  /// The virtual time.
  public var instant: Instant { engine.now }

  /// Returns the label of the event at a position, as in `consumer.L`.
  public func label(at position: Int) -> String {
    event(at: position).map { event in engine.labels.name(of: event.label) } ?? EventName.goesOn
  }

  /// Returns the name of the event at a position.
  ///
  /// A call that goes on is numbered among the places of one event at which something may fall in.
  public func name(at position: Int) -> EventName {
    guard let event = event(at: position) else {
      return EventName(label: EventName.goesOn, ordinal: engine.lastOffer.count)
    }
    return EventName(label: engine.labels.name(of: event.label), ordinal: Int(event.ordinal))
  }

  /// Returns a small number that stands for the label, the same throughout the simulation; -1 for
  /// a call that goes on.
  public func labelNumber(at position: Int) -> Int {
    event(at: position).map { event in Int(event.label) } ?? -1
  }

  /// Returns a number that stands for the event's name, the same throughout the simulation.
  public func nameNumber(at position: Int) -> UInt64 {
    guard let event = event(at: position) else { return .max }
    return UInt64(event.label) << 32 | UInt64(event.ordinal)
  }

  /// Returns whether the event at a position may fall into a backend's call, as a racing line may;
  /// false for a call that goes on.
  public func isInterrupting(at position: Int) -> Bool {
    event(at: position).map { event in event.lane == Lane.interrupting } ?? false
  }

  /// Returns the number that stands for the event's name in all runs of a search.
  func key(at position: Int, in course: RunCourse) -> UInt64 {
    guard let event = event(at: position) else { return .max }
    return course.key(label: event.label, ordinal: event.ordinal, of: engine)
  }

  private func event(at position: Int) -> Event? {
    guard isInsideCall else { return engine.choice(at: position) }
    return position == 0 ? nil : engine.choice(at: position - 1)
  }
}
