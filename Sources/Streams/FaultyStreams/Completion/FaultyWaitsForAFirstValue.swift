import FakeListener

/// Breaks `completion.empty-completes`: it believes in an end only once it has seen a value.
enum FaultyWaitsForAFirstValue {
  static let subject = FaultySubject.streaming(
    "waits-for-a-first-value", breaks: "completion.empty-completes", in: "end-without-values"
  ) { source, options, continuation in
    let latch = HandleLatch()
    let handle = source.addListener(
      options: options,
      { element, error in
        latch.isOver = true
        continuation.pass(element, error)
      },
      onFinish: {
        if latch.isOver { continuation.finish() }
      })
    continuation.onTermination = { _ in handle.remove() }
  }
}
