import FakeListener

/// Breaks `cancellation.outcome-declared`: a consumer that waits gets the end, one that is busy a
/// `CancellationError`.
///
/// It asks whether the task is cancelled before it asks for an element, so that the outcome depends
/// on the moment.
enum FaultyThrowsWhereItIsBusy: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "throws-where-it-is-busy", Self.self,
    breaks: "cancellation.outcome-declared", in: "cancel-while-busy")

  static func cancel(_ state: inout State) -> Effects {
    let isBusy = state.waiter == nil && state.terminal == nil
    let effects = state.cancel()
    if isBusy { state.terminal = .failure(CancellationError()) }
    return effects
  }
}
