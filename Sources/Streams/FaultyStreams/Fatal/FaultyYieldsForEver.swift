import FakeListener
import SluiceConformance
import SluiceProducts

/// Answers with its first value again and again, each time from a task of its own: steps pass
/// without an end, and no virtual time.
enum FaultyYieldsForEver: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-yields-for-ever") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .value(let element) = event, state.shelf.isEmpty { state.shelf = [element] }
    return state.receive(event)
  }

  static func ask(_ waiter: Waiter, _ state: inout State) -> Effects {
    guard state.terminal == nil, let element = state.shelf.first else { return state.ask(waiter) }
    Task { waiter.resume(returning: .element(element)) }
    return Effects()
  }
}
