import Dispatch
import Synchronization

/// What waits for threads, which take it in order and wait where there is nothing.
final class WaitingLine<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var isRefusing = false
  }

  private let state = Mutex(State())
  /// Counts what was appended; and once for each who is to go when nothing waits.
  private let count = DispatchSemaphore(value: 0)

  /// Appends something; what is refused lets go one who waits.
  func append(_ item: Item) {
    state.withLock { state in if !state.isRefusing { state.items.append(item) } }
    count.signal()
  }

  /// Drops what waits, and whatever is appended from now on.
  func refuse() {
    state.withLock { state in
      state.isRefusing = true
      state.items = []
    }
  }

  /// Lets so many go who find nothing.
  func end(for takers: Int) { for _ in 0..<takers { count.signal() } }

  /// Takes the first, and waits for it where there is none.
  ///
  /// - Returns: What was taken; nil for one who is to go.
  func next() -> Item? {
    count.wait()
    return state.withLock { state in state.items.isEmpty ? nil : state.items.removeFirst() }
  }
}
