import FakeListener

/// Breaks `cancellation.immediate`: the clean-up is wired when the first value arrives, so an early
/// cancel finds none.
enum FaultyWaitsForTheFirstValue {
  static let subject = FaultySubject.streaming(
    "waits-for-the-first-value", breaks: "cancellation.immediate",
    in: "cancel-before-the-first-value"
  ) { source, options, continuation in
    let latch = HandleLatch()
    latch.handle = source.addListener(options: options) { element, error in
      if let handle = latch.handle {
        continuation.onTermination = { _ in handle.remove() }
      }
      continuation.pass(element, error)
    }
  }
}
