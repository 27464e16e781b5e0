import FakeListener

/// Breaks `cancellation.suspended-removes`: a cancel is only noted, and acted on when the listener
/// is called next.
enum FaultyRemovesAtTheNextEvent {
  static let subject = FaultySubject.streaming(
    "removes-at-the-next-event", breaks: "cancellation.suspended-removes",
    in: "cancel-while-waiting"
  ) { source, options, continuation in
    let latch = HandleLatch()
    let handle = source.addListener(options: options) { element, error in
      continuation.pass(element, error)
      if latch.isOver { latch.handle?.remove() }
    }
    latch.handle = handle
    continuation.onTermination = { _ in latch.isOver = true }
  }
}
