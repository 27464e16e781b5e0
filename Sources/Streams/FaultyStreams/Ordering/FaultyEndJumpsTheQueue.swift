/// Breaks `ordering.terminal-last`: the end is told at once, and the values that came before it are
/// not told any more.
enum FaultyEndJumpsTheQueue: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "end-jumps-the-queue", Self.self,
    breaks: "ordering.terminal-last", in: "end-with-values-buffered")

  static func ask(_ waiter: Waiter, _ state: inout State) -> Effects {
    if state.terminal != nil { state.buffer = [] }
    return state.ask(waiter)
  }
}
