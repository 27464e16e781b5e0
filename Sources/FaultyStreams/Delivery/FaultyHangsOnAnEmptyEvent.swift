import FakeListener

/// Breaks `delivery.empty-event-policy`: neither value nor error makes it let go of the listener without a word.
enum FaultyHangsOnAnEmptyEvent: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "hangs-on-an-empty-event", Self.self,
    breaks: "delivery.empty-event-policy", in: "neither-value-nor-error")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    guard case .nothing = event else { return state.receive(event) }
    return Effects(removed: state.handle.take())
  }
}
