import FakeListener
import SluiceConformance
import SluiceProducts

/// Leaves a loop behind when it is cancelled that sleeps, and takes no notice of its own
/// cancellation.
///
/// Cancelled, the loop would never suspend again and spin: whoever ends the run must not cancel it.
enum FaultyPollsForEver: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-polls-for-ever") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    let effects = state.cancel()
    if effects.removed != nil {
      Task.detached {
        while true { try? await Task.sleep(for: .milliseconds(10)) }
      }
    }
    return effects
  }
}
