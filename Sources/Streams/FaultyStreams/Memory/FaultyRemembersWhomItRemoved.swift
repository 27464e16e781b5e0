import FakeListener
import SluiceConformance
import SluiceProducts
import Synchronization

/// Breaks `memory.allocations-flat`: a manager has the number of each subscription that is
/// over in a set, by which a second remove of it would be noticed.
///
/// Nothing but the set itself grows: it takes a block of twice the size when it is full.
enum FaultyRemembersWhomItRemoved {
  static let subject = FaultySubject.making(
    "remembers-whom-it-removed", breaks: "memory.allocations-flat", in: "started-for-days",
    Manager.init
  ) { manager in
    StreamPerIteration {
      // What the source keeps of a listener must not keep the source, as the manager does.
      let removals = manager.removals
      let number = removals.next()
      return StreamPerIteration.listening(
        to: manager.source, .none,
        remove: { handle in
          if removals.note(number) { handle.remove() }
        })
    }
  }

  private final class Manager: Sendable {
    let source: FakeListener<SentinelElement>
    let removals = Removals()

    init(_ source: FakeListener<SentinelElement>) {
      self.source = source
    }
  }

  private final class Removals: Sendable {
    private struct State {
      var removed: Set<Int> = []
      var last = 0
    }

    private let state = Mutex(State())

    func next() -> Int {
      state.withLock { state in
        state.last += 1
        return state.last
      }
    }

    /// Notes that a subscription is removed; whether it is the first time.
    func note(_ number: Int) -> Bool {
      state.withLock { state in state.removed.insert(number).inserted }
    }
  }
}
