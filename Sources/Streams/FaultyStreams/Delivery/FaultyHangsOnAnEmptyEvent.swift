import FakeListener

/// Breaks `delivery.empty-event-policy`: neither value nor error makes it believe that all is over,
/// and nobody is told.
enum FaultyHangsOnAnEmptyEvent: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "hangs-on-an-empty-event", Self.self,
    breaks: "delivery.empty-event-policy", in: "neither-value-nor-error")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    guard case .nothing = event else { return state.receive(event) }
    state.terminal = .end
    return Effects(removed: state.handle.take())
  }

  static func cancel(_ state: inout State) -> Effects {
    state.end(with: .end)
  }
}
