import FakeListener

/// Breaks `delivery.each-value-once`: it takes a value that equals the one before it for a
/// repetition.
enum FaultyRemovesEqualNeighbours: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "removes-equal-neighbours", Self.self,
    breaks: "delivery.each-value-once", in: "values-at-once")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .value(let element) = event, element.value == state.buffer.last?.value {
      return Effects()
    }
    return state.receive(event)
  }
}
