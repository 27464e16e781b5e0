import FakeListener

/// Breaks `teardown.in-flight-muted`: a value that was on its way when the consumer was cancelled
/// is buffered all the same, and handed out past the end.
enum FaultyForwardsTheLateValue: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "forwards-the-late-value", Self.self,
    breaks: "teardown.in-flight-muted", in: "value-in-flight-at-the-cancel")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .value(let element) = event { return state.accept(element) }
    return state.receive(event)
  }

  static func cancel(_ state: inout State) -> Effects {
    // A second cancel must not empty the buffer, or nothing would be forwarded.
    state.terminal == nil ? state.cancel() : Effects()
  }
}
