import FakeListener

/// Breaks `reentrancy.cancel-in-callback`: a callback that finds the stream terminated removes,
/// which the termination has done already.
enum FaultyRemovesWhereNobodyIsLeft {
  static let subject = FaultySubject.wired(
    "removes-where-nobody-is-left", breaks: "reentrancy.cancel-in-callback",
    in: "cancel-inside-a-callback"
  ) { source, options, outlet in
    let latch = HandleLatch()
    let handle = try source.subscribe(options: options) { event in
      guard case .value(let element) = event else { return outlet.pass(event) }
      guard case .terminated = outlet.continuation.yield(element) else { return }
      latch.takeHandle()?.remove()
    }
    latch.handle = handle
    outlet.keep(handle)
    outlet.continuation.onTermination = { [inner = outlet.latch] _ in
      inner.release()
      // A handle must not keep the source, and a callback that is under way still finds it.
      Task { latch.handle = nil }
    }
  }
}
