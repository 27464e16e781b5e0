import FakeListener

/// Breaks `cancellation.suspended-returns`: a cancel removes the listener and forgets who waits for
/// it.
enum FaultyLeavesTheWaiter: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "leaves-the-waiter", Self.self,
    breaks: "cancellation.suspended-returns", in: "cancel-while-waiting")

  static func cancel(_ state: inout State) -> Effects {
    state.terminal = .end
    return Effects(removed: state.handle.take())
  }
}
