import FakeListener
import SluiceConformance
import Synchronization

/// Breaks `memory.churn-flat`: a sequence has sixteen flags that say which of its listeners are
/// removed, and takes them in turn without clearing them; so the seventeenth listener counts as
/// removed before it is.
enum FaultyTakesUsedFlags {
  static let subject = FaultySubject.over(
    "takes-used-flags", breaks: "memory.churn-flat", in: "iterated-many-times",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      let flags = Flags()
      return StreamPerIteration {
        let place = flags.take()
        return StreamPerIteration.listening(
          to: source, options,
          remove: { handle in
            if flags.raise(place) { handle.remove() }
          })
      }
    })

  private final class Flags: Sendable {
    private struct State {
      var isRemoved = [Bool](repeating: false, count: 16)
      var next = 0
    }

    private let state = Mutex(State())

    func take() -> Int {
      state.withLock { state in
        defer { state.next = (state.next + 1) % state.isRemoved.count }
        return state.next
      }
    }

    /// Notes that a listener is removed; whether it is the first time.
    func raise(_ place: Int) -> Bool {
      state.withLock { state in
        defer { state.isRemoved[place] = true }
        return !state.isRemoved[place]
      }
    }
  }
}
