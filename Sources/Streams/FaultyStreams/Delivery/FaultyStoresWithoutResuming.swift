import FakeListener

/// Breaks `delivery.wakes-waiter`: a value goes into the buffer although a consumer waits for it.
enum FaultyStoresWithoutResuming: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "stores-without-resuming", Self.self,
    breaks: "delivery.wakes-waiter", in: "values-one-by-one")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    guard case .value(let element) = event, state.terminal == nil else {
      return state.receive(event)
    }
    state.buffer.append(element)
    return Effects()
  }
}
