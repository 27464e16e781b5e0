import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Spins for ever when it is cancelled: a cancelled task of its own sleeps until a flag is set.
///
/// The sleep of a cancelled task throws at once, and `try?` drops that. So the loop never suspends,
/// and no function of it is on the stack while the runtime prepares the next sleep.
enum FaultySleepsOnThoughCancelled: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-sleeps-on-though-cancelled") {
    source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  /// What the loop waits for; nothing sets it, and an atomic keeps optimisers from concluding that.
  private static let isOver = Atomic<Bool>(false)

  static func cancel(_ state: inout State) -> Effects {
    let effects = state.cancel()
    if effects.removed != nil {
      let task = Task { await sleepUntilOver() }
      task.cancel()
    }
    return effects
  }

  private static func sleepUntilOver() async {
    while !isOver.load(ordering: .relaxed) {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}
