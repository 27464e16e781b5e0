import FakeListener
import Foundation
import SluiceConformance
import SluiceProducts

/// Resumes its consumer from a thread of its own when it is cancelled.
enum FaultyStartsAThread: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-starts-a-thread") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    var effects = state.cancel()
    guard let (waiter, answer) = effects.resumed.take() else { return effects }
    Thread.detachNewThread { waiter.resume(returning: answer) }
    return effects
  }
}
