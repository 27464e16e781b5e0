import FakeListener

/// Breaks `registration.kept-while-waiting`: what keeps the listener is done after two values, as a
/// task is that forwards in a loop which somebody left, and nobody ends the stream.
enum FaultyLosesItsProducer: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "loses-its-producer", Self.self, breaks: "registration.kept-while-waiting",
    in: "values-one-by-one")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    var effects = state.receive(event)
    guard case .value = event, state.terminal == nil else { return effects }
    if state.isNoted { effects.removed = state.handle.take() }
    state.isNoted = true
    return effects
  }
}
