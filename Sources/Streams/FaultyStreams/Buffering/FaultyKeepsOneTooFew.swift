import FakeListener
import SluiceConformance

/// Breaks `buffering.declared-policy`: it declares room for the newest three values, and makes room
/// for the next one before that has come, so that two survive.
enum FaultyKeepsOneTooFew: HandwrittenSteps {
  static let subject = FaultySubject.handwritten(
    "keeps-one-too-few", Self.self,
    breaks: "buffering.declared-policy", in: "more-than-a-bounded-buffer-holds",
    traits: { traits in traits.overflow = .newest(3) })

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    let effects = state.receive(event)
    if state.buffer.count == 3 { state.buffer.removeFirst() }
    return effects
  }
}
