import FakeListener
import Foundation
import SluiceConformance
import SluiceProducts

/// Takes a lock when it lets go of its listener, and takes it again before it gives it up.
///
/// Such a lock waits for itself. The simulation sees at once that its own thread holds it; that
/// thread is left there, and another one goes on with the next case.
enum FaultyLocksTwice: HandwrittenSteps {
  static let subject = Subject.overListener("faulty-locks-twice") { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func perform(_ effects: Effects) {
    if let removed = effects.removed { Ledger().strike { removed.remove() } }
    if let resumed = effects.resumed { resumed.waiter.resume(returning: resumed.answer) }
  }

  /// What counts the removes under a lock.
  private final class Ledger {
    private let lock = NSLock()
    private var count = 0

    func strike(_ remove: () -> Void) {
      lock.lock()
      remove()
      add(1)
      lock.unlock()
    }

    private func add(_ number: Int) {
      lock.lock()
      count += number
      lock.unlock()
    }
  }
}
