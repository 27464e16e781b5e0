import FakeListener

/// Breaks `errors.removes-listener`: it believes that a source which fails removes its listeners
/// itself.
enum FaultyForgetsRemoveOnError: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "forgets-remove-on-error", Self.self,
    breaks: "errors.removes-listener", in: "error-while-waiting")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    var effects = state.receive(event)
    if case .failure = event { effects.removed = nil }
    return effects
  }
}
