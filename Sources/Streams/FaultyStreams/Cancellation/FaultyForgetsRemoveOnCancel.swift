import FakeListener

/// Breaks `cancellation.suspended-removes`: a cancelled consumer is woken, and the listener is
/// forgotten.
enum FaultyForgetsRemoveOnCancel: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "forgets-remove-on-cancel", Self.self,
    breaks: "cancellation.suspended-removes", in: "cancel-while-waiting")

  static func cancel(_ state: inout State) -> Effects {
    var effects = state.cancel()
    effects.removed = nil
    return effects
  }
}
