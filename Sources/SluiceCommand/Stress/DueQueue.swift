import Foundation
import SluiceSimulation
import Synchronization

/// A serial queue of Dispatch whose actions run in the order in which they are due, as those of a
/// simulated queue do.
///
/// Every action sends one block to Dispatch, and each block runs whatever is due first by then: so
/// delays can be cut short without anything overtaking what was due before it.
final class DueQueue: ThreadQueue {
  private struct Entry {
    var due: Instant
    var number: Int
    var action: @Sendable () -> Void
  }

  private struct State {
    /// The actions, the one that is due first last.
    var entries: [Entry] = []
    var lastNumber = 0
  }

  private let queue: DispatchQueue
  private let platform: RealThreads
  private let state = Mutex(State())

  init(_ queue: DispatchQueue, on platform: RealThreads) {
    self.queue = queue
    self.platform = platform
  }

  func asyncAfter(_ delay: Duration, _ action: @escaping @Sendable () -> Void) {
    let delay = max(delay, .zero)
    let due = platform.now.advanced(by: delay)
    platform.began()
    state.withLock { state in
      state.lastNumber += 1
      let entry = Entry(due: due, number: state.lastNumber, action: action)
      let place = state.entries.lastIndex { other in
        (entry.due, entry.number) < (other.due, other.number)
      }
      state.entries.insert(entry, at: place.map { place in place + 1 } ?? 0)
    }
    guard delay > .zero else { return queue.async { self.runNext() } }
    let real = min(delay / RealThreads.speed, RealThreads.longestDelay)
    let nanoseconds = Int(clamping: real.wholeNanoseconds)
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { self.runNext() }
  }

  private func runNext() {
    platform.stagger()
    platform.stepped()
    runFirst()
    platform.ended()
  }

  /// Runs the action that is due first; what it holds has ended when this returns.
  private func runFirst() {
    let action = state.withLock { state in state.entries.popLast()?.action }
    action?()
  }
}
