import FakeListener

/// Breaks `delivery.no-invented-values`: a value that goes to a waiting consumer also stays in the
/// buffer.
enum FaultyRepeatsTheLast: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "repeats-the-last", Self.self,
    breaks: "delivery.no-invented-values", in: "values-one-by-one")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    let hadWaiter = state.waiter != nil
    let effects = state.receive(event)
    if hadWaiter, case .value(let element) = event { state.buffer.append(element) }
    return effects
  }
}
