import FakeListener
import SluiceConformance

/// Breaks `buffering.bounded-memory`: it has room for the newest value, and puts what it drops on a
/// shelf, which it clears at its end.
enum FaultyKeepsWhatItDrops: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "keeps-what-it-drops", Self.self,
    breaks: "buffering.bounded-memory", in: "ten-thousand-against-a-stalled-consumer",
    traits: { traits in traits.overflow = .newest(1) })

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    let effects = state.receive(event)
    if state.buffer.count == 2 { state.shelf.append(state.buffer.removeFirst()) }
    if state.terminal != nil { state.shelf = [] }
    return effects
  }

  static func cancel(_ state: inout State) -> Effects {
    state.shelf = []
    return state.cancel()
  }

  static func drop(_ state: inout State) -> Effects {
    cancel(&state)
  }
}
