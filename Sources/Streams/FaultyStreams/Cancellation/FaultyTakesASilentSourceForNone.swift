/// Breaks `cancellation.immediate`: it counts as connected from its first value on, and a cancel
/// before that finds nothing to take down.
enum FaultyTakesASilentSourceForNone: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "takes-a-silent-source-for-none", Self.self,
    breaks: "cancellation.immediate", in: "cancel-before-the-first-value")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    state.isNoted = true
    return state.receive(event)
  }

  static func cancel(_ state: inout State) -> Effects {
    var effects = state.cancel()
    if !state.isNoted { effects.removed = nil }
    return effects
  }
}
