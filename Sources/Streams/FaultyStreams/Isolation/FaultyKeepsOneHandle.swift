import FakeListener
import SluiceConformance

/// Breaks `isolation.cancel-one-spares-others`: each iterator listens on its own, and all keep
/// their handle in one place.
enum FaultyKeepsOneHandle {
  static let subject = FaultySubject.over(
    "keeps-one-handle", breaks: "isolation.cancel-one-spares-others", in: "two-iterators",
    traits: { traits in
      traits.registration = .iterator
      traits.bufferOnCancel = .drains
    },
    open: { source, options in
      let latch = HandleLatch()
      return StreamPerIteration {
        StreamPerIteration.Stream { continuation in
          latch.handle = source.addListener(options: options) { element, error in
            continuation.pass(element, error)
          }
          continuation.onTermination = { _ in latch.handle?.remove() }
        }
      }
    })
}
