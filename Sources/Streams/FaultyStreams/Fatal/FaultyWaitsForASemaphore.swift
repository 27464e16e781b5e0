import Dispatch
import FakeListener
import SluiceConformance
import SluiceProducts

/// Blocks its thread when it lets go of its listener, until a semaphore is signalled that nobody
/// has.
///
/// The simulation sees at once that nobody can give it what it waits for; its thread is left there,
/// and another one goes on with the next case.
enum FaultyWaitsForASemaphore: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-waits-for-a-semaphore") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func perform(_ effects: Effects) {
    if let removed = effects.removed {
      removed.remove()
      DispatchSemaphore(value: 0).wait()
    }
    if let resumed = effects.resumed { resumed.waiter.resume(returning: resumed.answer) }
  }
}
