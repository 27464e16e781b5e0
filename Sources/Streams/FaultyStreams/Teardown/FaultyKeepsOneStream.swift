import FakeListener
import SluiceConformance

/// Breaks `teardown.released-while-held`: the sequence holds the one stream that it made, and
/// claims that it does not matter.
enum FaultyKeepsOneStream {
  static let subject = FaultySubject.over(
    "keeps-one-stream", breaks: "teardown.released-while-held", in: "break-held",
    traits: { traits in
      traits.registration = .access
      traits.bufferOnCancel = .drains
      traits.iterators = .single
    },
    open: { source, options in
      StreamPerIteration.Stream { continuation in
        let handle = source.addListener(
          options: options,
          { element, error in continuation.pass(element, error) },
          onFinish: { continuation.finish() })
        continuation.onTermination = { _ in handle.remove() }
      }
    })
}
