import FakeListener

/// Breaks `reentrancy.cancel-in-callback`: the cancel removes, and the callback that it came in the
/// middle of finds the stream over and removes again.
enum FaultyRemovesAgainInTheCallback {
  static let subject = FaultySubject.streaming(
    "removes-again-in-the-callback", breaks: "reentrancy.cancel-in-callback",
    in: "cancel-inside-a-callback"
  ) { source, options, continuation in
    let latch = HandleLatch()
    latch.handle = source.addListener(
      options: options,
      { element, error in
        if latch.isOver { latch.handle?.remove() }
        continuation.pass(element, error)
      },
      onFinish: { continuation.finish() })
    continuation.onTermination = { _ in
      latch.isOver = true
      latch.handle?.remove()
    }
  }
}
