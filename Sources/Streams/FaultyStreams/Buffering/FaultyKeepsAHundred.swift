import FakeListener

/// Breaks `buffering.unbounded-lossless`: it has room for a hundred values, and forgets what comes
/// when it is full.
enum FaultyKeepsAHundred: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "keeps-a-hundred", Self.self,
    breaks: "buffering.unbounded-lossless", in: "ten-thousand-against-a-stalled-consumer")

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .value = event, state.buffer.count == 100 { return Effects() }
    return state.receive(event)
  }
}
