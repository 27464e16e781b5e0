import FakeListener

/// Breaks `cancellation.idempotent`: the handle is kept after the remove, and each further call in
/// a cancelled task removes it again.
enum FaultyRemovesAtEachCancel: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "removes-at-each-cancel", Self.self,
    breaks: "cancellation.idempotent", in: "cancel-twice")

  static func cancel(_ state: inout State) -> Effects {
    let handle = state.handle
    var effects = state.cancel()
    state.handle = handle
    effects.removed = handle
    return effects
  }

  static func drop(_ state: inout State) -> Effects {
    if state.terminal != nil { state.handle = nil }
    return state.cancel()
  }
}
