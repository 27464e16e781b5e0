import FakeListener

/// Breaks `cancellation.busy-removes`: a cancel is acted on while a consumer waits, and forgotten while it is busy.
///
/// The handler of a cancelled task runs before the consumer starts to wait, finds nobody, and leaves everything as it is.
enum FaultyChecksBeforeItWaits: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "checks-before-it-waits", Self.self,
    breaks: "cancellation.busy-removes", in: "cancel-while-busy")

  static func cancel(_ state: inout State) -> Effects {
    state.waiter == nil ? Effects() : state.cancel()
  }
}
