import FakeListener

/// Breaks `delivery.each-value-once`: of a hundred values that pile up, it loses one.
enum FaultyDropsEveryHundredth: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "drops-every-hundredth", Self.self,
    breaks: "delivery.each-value-once", in: "ten-thousand-against-a-stalled-consumer")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    let effects = state.receive(event)
    if state.buffer.count % 100 == 99 { state.buffer.removeLast() }
    return effects
  }
}
