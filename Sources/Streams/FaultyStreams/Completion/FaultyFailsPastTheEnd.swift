import FakeListener

/// Breaks `completion.nil-sticky`: it takes a call past the end for a mistake of the caller, and
/// throws.
enum FaultyFailsPastTheEnd: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "fails-past-the-end", Self.self,
    breaks: "completion.nil-sticky", in: "end-while-waiting")

  static func ask(_ waiter: Waiter, _ state: inout State) -> Effects {
    let isPastTheEnd = state.terminal != nil && state.buffer.isEmpty
    let effects = state.ask(waiter)
    if isPastTheEnd { state.terminal = .failure(ScriptedError("past-the-end")) }
    return effects
  }
}
