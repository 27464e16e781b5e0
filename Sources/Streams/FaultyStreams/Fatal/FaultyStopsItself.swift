import FakeListener
import Glibc
import SluiceConformance
import SluiceProducts

/// Stops its process when it is cancelled, as Ctrl-Z does: no thread of the worker runs any more,
/// and none can say where it is.
enum FaultyStopsItself: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-stops-itself") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    if state.terminal == nil { kill(getpid(), SIGSTOP) }
    return state.cancel()
  }
}
