import FakeListener

/// Breaks `errors.terminal-once`: it keeps its error and throws it again, however often it is
/// asked.
enum FaultyThrowsAtEveryCall: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "throws-at-every-call", Self.self,
    breaks: "errors.terminal-once", in: "error-while-waiting")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    let effects = state.receive(event)
    if case .failure(let error) = event, effects.resumed != nil {
      state.terminal = .failure(error)
    }
    return effects
  }

  static func ask(_ waiter: Waiter, _ state: inout State) -> Effects {
    let terminal = state.terminal
    let effects = state.ask(waiter)
    state.terminal = terminal
    return effects
  }
}
