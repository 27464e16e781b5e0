import FakeListener

/// Breaks `completion.subscribe-after-end`: once add has returned it begins afresh, and so forgets
/// an end that it was told inside add, after which nothing counts.
enum FaultyResetsItselfAfterAdd: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "resets-itself-after-add", Self.self, breaks: "completion.subscribe-after-end",
    in: "iterated-after-the-end-which-is-told-again")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if state.isNoted { return Effects() }
    if case .finish = event, state.handle == nil { state.isNoted = true }
    return state.receive(event)
  }

  static func added(_ handle: ListenerHandle, _ state: inout State) -> Effects {
    if state.isNoted { state.terminal = nil }
    return state.added(handle)
  }
}
