import FakeListener
import SluiceConformance

/// Breaks `buffering.declared-policy`: it declares that there is always room, and has it for the
/// newest four.
enum FaultyKeepsTheNewestUnsaid {
  static let subject = FaultySubject.over(
    "keeps-the-newest-unsaid", breaks: "buffering.declared-policy",
    in: "more-than-a-bounded-buffer-holds",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in
      StreamPerIteration {
        StreamPerIteration.listening(to: source, options, policy: .bufferingNewest(4))
      }
    })
}
