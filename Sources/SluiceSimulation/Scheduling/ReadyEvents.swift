/// The events that could run next, as a scheduler sees them.
///
/// A view without a copy; it holds only during the call it is passed to.
public struct ReadyEvents {
  private let engine: Engine

  init(engine: Engine) {
    self.engine = engine
  }

  /// The number of ready events.
  public var count: Int { engine.choiceCount }

  /// Returns the label of the event at a position, as in `consumer.L`.
  public func label(at position: Int) -> String {
    engine.labels.name(of: engine.choice(at: position).label)
  }

  /// Returns the name of the event at a position: its label, numbered if the label is not the
  /// first.
  public func name(at position: Int) -> String {
    let event = engine.choice(at: position)
    return EventName(label: engine.labels.name(of: event.label), ordinal: Int(event.ordinal))
      .description
  }

  /// Returns a small number that stands for the label, the same throughout the simulation.
  public func labelNumber(at position: Int) -> Int {
    Int(engine.choice(at: position).label)
  }
}
