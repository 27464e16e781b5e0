import FakeListener
import Foundation
import SluiceConformance
import SluiceProducts

/// Wakes its cancelled consumer in a block of the main run loop, which nobody runs.
enum FaultyWaitsForARunLoop: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-waits-for-a-run-loop") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    var effects = state.cancel()
    guard let (waiter, answer) = effects.resumed.take() else { return effects }
    RunLoop.main.perform { waiter.resume(returning: answer) }
    return effects
  }
}
