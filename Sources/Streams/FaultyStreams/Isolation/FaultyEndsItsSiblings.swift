import FakeListener
import SluiceConformance
import Synchronization

/// Breaks `isolation.cancel-one-spares-others`: each iterator listens on its own, and whichever is
/// cancelled shuts the whole sequence down.
enum FaultyEndsItsSiblings {
  static let subject = FaultySubject.over(
    "ends-its-siblings", breaks: "isolation.cancel-one-spares-others", in: "two-iterators",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      let family = Family()
      return StreamPerIteration {
        .wired(source, options) { source, options, outlet in
          outlet.keep(
            try source.subscribe(options: options) { event in outlet.pass(event) })
          family.add(outlet)
          outlet.continuation.onTermination = { [latch = outlet.latch] reason in
            latch.release()
            if case .cancelled = reason { family.shutDown() }
          }
        }
      }
    })

  private final class Family: Sendable {
    private let outlets = Mutex<[Outlet]>([])

    func add(_ outlet: Outlet) {
      outlets.withLock { outlets in outlets.append(outlet) }
    }

    func shutDown() {
      let all = outlets.withLock { outlets in
        defer { outlets = [] }
        return outlets
      }
      for outlet in all { outlet.finish() }
    }
  }
}
