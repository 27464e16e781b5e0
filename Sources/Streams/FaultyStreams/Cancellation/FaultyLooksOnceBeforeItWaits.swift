/// Breaks `cancellation.propagates`: it asks whether its task is cancelled before it waits, and
/// waits where no cancel reaches it.
enum FaultyLooksOnceBeforeItWaits: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "looks-once-before-it-waits", Self.self,
    breaks: "cancellation.propagates", in: "cancel-of-a-group")

  static func cancel(_ state: inout State) -> Effects {
    state.waiter == nil ? state.cancel() : Effects()
  }

  static func drop(_ state: inout State) -> Effects { state.cancel() }
}
