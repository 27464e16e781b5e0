import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Spins for ever when it is cancelled, in a tight loop that awaits nothing.
///
/// Nothing in its process can stop that: only the watchdog of the supervisor, in real time. So it
/// is of no use without a worker process of its own.
enum FaultySpins: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-spins") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  /// What the loop waits for, and nobody ever sets; atomic, so that no optimiser may conclude that.
  private static let isOver = Atomic<Bool>(false)

  static func cancel(_ state: inout State) -> Effects {
    guard state.terminal == nil else { return Effects() }
    while !isOver.load(ordering: .relaxed) {}
    return state.cancel()
  }
}
