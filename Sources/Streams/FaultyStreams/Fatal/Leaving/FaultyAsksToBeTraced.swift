internal import CBlockingCalls
import FakeListener
import SluiceConformance
import SluiceProducts

/// Has its parent trace it when it is cancelled, as code does that wants to keep debuggers away.
///
/// A traced thread that has ended waits until its tracer has asked for it, and its process ends
/// only then: a run that waits for the process alone waits for ever.
enum FaultyAsksToBeTraced: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-asks-to-be-traced") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    hostile_trace_me()
    return state.cancel()
  }
}
