import FakeListener
import Foundation
import SluiceConformance
import SluiceProducts

/// Wakes its cancelled consumer by a `Timer` of its thread's run loop, which nobody runs.
enum FaultyWaitsForATimer: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-waits-for-a-timer") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects {
    var effects = state.cancel()
    guard let (waiter, answer) = effects.resumed.take() else { return effects }
    _ = Timer.scheduledTimer(withTimeInterval: 3, repeats: false) { _ in
      waiter.resume(returning: answer)
    }
    return effects
  }
}
