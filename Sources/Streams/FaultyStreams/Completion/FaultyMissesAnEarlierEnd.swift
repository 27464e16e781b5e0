import FakeListener

/// Breaks `completion.subscribe-after-end`: it reacts to an end by its handle, which it does not
/// have yet when the source tells a new listener that all is over.
enum FaultyMissesAnEarlierEnd {
  static let subject = FaultySubject.streaming(
    "misses-an-earlier-end", breaks: "completion.subscribe-after-end",
    in: "iterated-after-the-end-which-is-told-again"
  ) { source, options, continuation in
    let latch = HandleLatch()
    let handle = source.addListener(
      options: options,
      { element, error in continuation.pass(element, error) },
      onFinish: {
        if latch.handle != nil { continuation.finish() }
      })
    latch.handle = handle
    continuation.onTermination = { _ in
      latch.handle = nil
      handle.remove()
    }
  }
}
