import FakeListener

/// Breaks `registration.handle-retained`: its source removes what a handle stands for when that
/// dies, and whoever is to remove refers to the handle weakly, as to a delegate.
enum FaultyKeepsTheHandleWeakly {
  static let subject = FaultySubject.wired(
    "keeps-the-handle-weakly", breaks: "registration.handle-retained",
    in: "handles-that-remove-themselves"
  ) { source, options, outlet in
    let handle = try source.addSelfRemovingListener(
      options: options, .event { event in outlet.pass(event) }, throwing: (any Error).self)
    outlet.continuation.onTermination = { [weak handle, latch = outlet.latch] _ in
      latch.isOver = true
      handle?.remove()
    }
  }
}
