import FakeListener

/// Breaks `delivery.ambiguous-event-policy`: it declares that an error wins over a value beside it,
/// and asks for the value first.
enum FaultyLooksAtTheValueFirst: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "looks-at-the-value-first", Self.self,
    breaks: "delivery.ambiguous-event-policy", in: "both-value-and-error")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .both(let element, _) = event { return state.receive(.value(element)) }
    return state.receive(event)
  }
}
