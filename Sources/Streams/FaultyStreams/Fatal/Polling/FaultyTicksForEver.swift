import FakeListener
import SluiceConformance
import SluiceProducts

/// Answers with its first value again and again, each time a millisecond later: virtual time passes
/// without an end, and so do steps.
enum FaultyTicksForEver: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-ticks-for-ever") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    if case .value(let element) = event, state.shelf.isEmpty { state.shelf = [element] }
    return state.receive(event)
  }

  static func ask(_ waiter: Waiter, _ state: inout State) -> Effects {
    guard state.terminal == nil, let element = state.shelf.first else { return state.ask(waiter) }
    Task {
      try? await Task.sleep(for: .milliseconds(1))
      waiter.resume(returning: .element(element))
    }
    return Effects()
  }
}
