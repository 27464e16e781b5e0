import FakeListener
import SluiceConformance
import SluiceProducts

/// Answers with its first value again and again, at once and without an end: its consumer gets no
/// further, and no virtual time passes.
enum FaultyRepeatsForEver: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-repeats-for-ever") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .value(let element) = event, state.shelf.isEmpty { state.shelf = [element] }
    return state.receive(event)
  }

  static func ask(_ waiter: Waiter, _ state: inout State) -> Effects {
    guard state.terminal == nil, let element = state.shelf.first else { return state.ask(waiter) }
    return Effects(resumed: (waiter, .element(element)))
  }
}
