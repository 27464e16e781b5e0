import FakeListener
import SluiceConformance
import Synchronization

/// Breaks `memory.allocations-flat`: a sequence tells a list of observers of each value, and an
/// observer whose stream is over does nothing, but stays in the list.
enum FaultyNeverPrunesItsObservers {
  static let subject = FaultySubject.over(
    "never-prunes-its-observers", breaks: "memory.allocations-flat", in: "iterated-for-days",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      let observers = Observers()
      return StreamPerIteration {
        let seen = Seen()
        observers.add { seen.count.withLock { count in count += 1 } }
        return StreamPerIteration.listening(
          to: source, options,
          tell: { event, pass in
            observers.tell()
            pass(event)
          })
      }
    })

  private final class Seen: Sendable {
    let count = Mutex(0)
  }

  private final class Observers: Sendable {
    private let all = Mutex<[@Sendable () -> Void]>([])

    func add(_ observer: @escaping @Sendable () -> Void) {
      all.withLock { all in all.append(observer) }
    }

    func tell() {
      for observer in all.withLock({ all in all }) { observer() }
    }
  }
}
