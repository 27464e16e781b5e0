import FakeListener
import Glibc
import SluiceConformance
import SluiceProducts

/// Aborts its process when that ends, if it was ever cancelled there: as a global does that is torn
/// down in the wrong order.
enum FaultyAbortsAtExit: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-aborts-at-exit") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    atexit { abort() }
    return state.cancel()
  }
}
