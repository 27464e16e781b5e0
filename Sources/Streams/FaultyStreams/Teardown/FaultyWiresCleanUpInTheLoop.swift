import FakeListener
import SluiceConformance

/// Breaks `teardown.never-iterated`: it adds when it is read, and wires the clean-up with the first
/// `next()`.
enum FaultyWiresCleanUpInTheLoop {
  static let subject = FaultySubject.over(
    "wires-clean-up-in-the-loop", breaks: "teardown.never-iterated", in: "never-iterated",
    traits: { traits in
      traits.registration = .access
      traits.iterators = .single
      traits.releasesWhileHeld = false
    },
    open: { source, options in
      let (stream, continuation) = StreamPerIteration.Stream.makeStream()
      let handle = source.addListener(options: options) { element, error in
        continuation.pass(element, error)
      }
      return StreamPerIteration {
        continuation.onTermination = { _ in handle.remove() }
        return stream
      }
    })
}
