import FakeListener
import SluiceConformance

/// Breaks `buffering.declared-policy`: it declares that the newest values survive, and keeps the
/// oldest.
enum FaultyKeepsTheOldest {
  static let subject = FaultySubject.over(
    "keeps-the-oldest", breaks: "buffering.declared-policy",
    in: "more-than-a-bounded-buffer-holds",
    traits: { traits in
      traits = .asyncThrowingStreamPerIterator
      traits.overflow = .newest(3)
    },
    open: { source, options in
      StreamPerIteration {
        StreamPerIteration.listening(to: source, options, policy: .bufferingOldest(3))
      }
    })
}
