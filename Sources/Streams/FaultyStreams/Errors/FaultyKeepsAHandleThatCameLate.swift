import FakeListener

/// Breaks `errors.sync-error-removes`: what ended inside add is over when the handle comes, and the
/// handle is kept until the iterator goes.
enum FaultyKeepsAHandleThatCameLate: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "keeps-a-handle-that-came-late", Self.self,
    breaks: "errors.sync-error-removes", in: "error-inside-add")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    let wasOpen = state.terminal == nil
    let effects = state.receive(event)
    if wasOpen, state.terminal != nil { state.isNoted = true }
    return effects
  }

  static func added(_ handle: ListenerHandle, _ state: inout State) -> Effects {
    guard state.isNoted else { return state.added(handle) }
    state.handle = handle
    return Effects()
  }

  static func cancel(_ state: inout State) -> Effects {
    var effects = state.cancel()
    effects.removed = effects.removed ?? state.handle.take()
    return effects
  }

  static func drop(_ state: inout State) -> Effects { cancel(&state) }
}
