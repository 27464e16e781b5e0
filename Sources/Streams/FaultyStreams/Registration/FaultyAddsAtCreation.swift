import FakeListener
import SluiceConformance

/// Breaks `registration.lazy-until-iterated`: it declares to add with the first `next()`, and adds
/// when it is read.
enum FaultyAddsAtCreation {
  static let subject = FaultySubject.over(
    "adds-at-creation", breaks: "registration.lazy-until-iterated", in: "never-iterated",
    traits: { traits in
      traits.bufferOnCancel = .drains
      traits.iterators = .single
      traits.releasesWhileHeld = false
    },
    open: { source, options in
      StreamPerIteration.Stream { continuation in
        let handle = source.addListener(options: options) { element, error in
          continuation.pass(element, error)
        }
        continuation.onTermination = { _ in handle.remove() }
      }
    })
}
