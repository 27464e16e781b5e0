import FakeListener

/// Breaks `cancellation.busy-removes`: the cancel of a busy consumer is only noted, and acted on
/// with the next value.
///
/// The handler of a cancelled task runs before the consumer starts to wait, and finds nobody to
/// wake.
enum FaultyChecksBeforeItWaits: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "checks-before-it-waits", Self.self,
    breaks: "cancellation.busy-removes", in: "cancel-while-busy")

  static func cancel(_ state: inout State) -> Effects {
    state.isNoted = true
    return state.waiter == nil ? Effects() : state.cancel()
  }

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    state.isNoted ? state.cancel() : state.receive(event)
  }
}
