/// One step of a run, as a search tells its owner, who says what the step touched.
public struct SearchStep: Sendable, Hashable {
  /// The name of the event.
  public let event: EventName
  /// Whether the event is a script's or a fake's action, which got its label for what it does; what
  /// a task or a block of the subject's does has the label of whoever started it.
  public let isAction: Bool

  /// Creates a step.
  public init(event: EventName, isAction: Bool) {
    self.event = event
    self.isAction = isAction
  }
}
