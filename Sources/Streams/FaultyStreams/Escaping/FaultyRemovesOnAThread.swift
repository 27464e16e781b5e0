import FakeListener
import Foundation
import SluiceConformance
import SluiceProducts

/// Removes its listener on a thread of its own when it is cancelled.
enum FaultyRemovesOnAThread: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-removes-on-a-thread") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    var effects = state.cancel()
    guard let handle = effects.removed.take() else { return effects }
    Thread.detachNewThread { handle.remove() }
    return effects
  }
}
