import FakeListener

/// Breaks `memory.owner-released`: the owner keeps the closure of a removed listener, and that closure the handle, which
/// holds the owner.
enum FaultyHoldsTheOwner {
  static let subject = FaultySubject.streaming(
    "holds-the-owner", breaks: "memory.owner-released",
    in: "source-that-keeps-removed-listeners"
  ) { source, options, continuation in
    let latch = HandleLatch()
    latch.handle = try? source.addListener(options: options) { element, error in
      if error != nil { latch.handle?.remove() }
      continuation.pass(element, error)
    }
    continuation.onTermination = { _ in latch.handle?.remove() }
  }
}
