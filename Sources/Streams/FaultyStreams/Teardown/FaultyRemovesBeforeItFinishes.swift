import FakeListener

/// Breaks `teardown.remove-once`: the end removes and finishes, and the termination handler that
/// this runs removes too.
enum FaultyRemovesBeforeItFinishes {
  static let subject = FaultySubject.wired(
    "removes-before-it-finishes", breaks: "teardown.remove-once", in: "end-while-waiting"
  ) { source, options, outlet in
    outlet.keep(
      try source.subscribe(options: options) { event in
        guard case .finish = event, !outlet.latch.isOver else { return outlet.pass(event) }
        outlet.latch.isOver = true
        outlet.latch.handle?.remove()
        outlet.continuation.finish()
      })
  }
}
