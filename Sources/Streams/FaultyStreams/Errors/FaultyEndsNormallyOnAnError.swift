import FakeListener

/// Breaks `errors.propagate-unchanged`: an error becomes a normal end, as if all had gone well.
enum FaultyEndsNormallyOnAnError: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "ends-normally-on-an-error", Self.self,
    breaks: "errors.propagate-unchanged", in: "error-while-waiting")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .failure = event { return state.receive(.finish) }
    return state.receive(event)
  }
}
