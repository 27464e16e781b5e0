import FakeListener

/// Breaks `teardown.remove-once`: the end removes, and so does the end of the iterator, each
/// without asking the other.
enum FaultyRemovesFromEverywhere: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "removes-from-everywhere", Self.self,
    breaks: "teardown.remove-once", in: "end-while-waiting")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    let handle = state.handle
    let effects = state.receive(event)
    if effects.removed != nil { state.handle = handle }
    return effects
  }

  static func drop(_ state: inout State) -> Effects {
    let handle = state.handle.take()
    var effects = state.cancel()
    effects.removed = effects.removed ?? handle
    return effects
  }
}
