import FakeListener

/// Breaks `errors.buffered-first`: an error clears the values that came before it and were not
/// asked for yet.
enum FaultyClearsTheBufferOnAnError: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "clears-the-buffer-on-an-error", Self.self,
    breaks: "errors.buffered-first", in: "error-with-values-buffered")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .failure = event { state.buffer = [] }
    return state.receive(event)
  }
}
