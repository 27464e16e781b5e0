import CBlockingCalls
import FakeListener
import SluiceConformance
import SluiceProducts

/// Executes another program when it is cancelled, which takes its process over and sleeps: the
/// worker's line is closed, and the process goes on.
enum FaultyBecomesAnotherProgram: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-becomes-another-program") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    if state.terminal == nil { hostile_become_sleep() }
    return state.cancel()
  }
}
