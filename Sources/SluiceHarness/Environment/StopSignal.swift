import Glibc
import SluiceRunner
import Synchronization

/// A wish to stop that is looked at between two cases, so that a run that is stopped leaves whole
/// reports.
package final class StopSignal: Sendable {
  private let ownSignal = Atomic<Int32>(0)
  private let isWatching = Atomic<Bool>(false)

  /// Nobody has asked to stop yet.
  package init() {}

  /// The number of the signal that asked to stop, or `nil` if none did.
  package var received: Int32? {
    let own = ownSignal.load(ordering: .relaxed)
    if own != 0 { return own }
    guard isWatching.load(ordering: .relaxed) else { return nil }
    let ofProcess = signalOfProcess.load(ordering: .relaxed)
    return ofProcess == 0 ? nil : ofProcess
  }

  /// Whether to stop before the next case.
  package var isRaised: Bool {
    received != nil
  }

  /// Asks to stop, as a signal with this number does; the first wish stands.
  package func raise(_ number: Int32) {
    _ = ownSignal.compareExchange(expected: 0, desired: number, ordering: .relaxed)
  }

  /// Has SIGINT and SIGTERM ask to stop; the second one ends the process, as it would have without
  /// this.
  ///
  /// The second one ends a program that hangs too.
  package func watch() {
    isWatching.store(true, ordering: .relaxed)
    // Looked at here first, so that it is initialised before a handler can run.
    _ = signalOfProcess.load(ordering: .relaxed)
    let numbers = [SIGINT, SIGTERM]
    for number in numbers { signal(number, receive) }
    SignalMask.unblock(numbers)
  }
}

/// The first signal that this process received while it was watched; zero before.
///
/// A handler can know nothing but globals, and signals belong to the process as a whole.
private let signalOfProcess = Atomic<Int32>(0)

/// The handler: does only what is safe at any moment of any other code, which atomic operations,
/// setting a handler and sending a signal are.
private func receive(_ number: Int32) {
  let (isFirst, _) = signalOfProcess.compareExchange(
    expected: 0, desired: number, ordering: .relaxed)
  guard !isFirst else { return }
  signal(number, SIG_DFL)
  kill(getpid(), number)
}
