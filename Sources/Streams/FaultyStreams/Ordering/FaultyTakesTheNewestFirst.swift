import FakeListener

/// Breaks `ordering.fifo`: it keeps what was not asked for on a stack.
enum FaultyTakesTheNewestFirst: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "takes-the-newest-first", Self.self, breaks: "ordering.fifo", in: "values-at-once")

  static func ask(_ waiter: Waiter, _ state: inout State) -> Effects {
    guard let newest = state.buffer.popLast() else { return state.ask(waiter) }
    return Effects(resumed: (waiter, .element(newest)))
  }
}
