import FakeListener

/// Breaks `registration.declared-adds`: it declares one listener, and adds another that is to tell
/// it of errors and the end.
enum FaultyAddsOneMoreForTheEnd {
  static let subject = FaultySubject.wired(
    "adds-one-more-for-the-end", breaks: "registration.declared-adds", in: "values-one-by-one"
  ) { source, options, outlet in
    let ends = HandleLatch()
    outlet.continuation.onTermination = { [latch = outlet.latch] _ in
      latch.release()
      ends.release()
    }
    outlet.keep(
      try source.addValueListener(options: options, throwing: (any Error).self) { element in
        outlet.pass(.value(element))
      })
    ends.handle = try source.addListener(
      options: options, .event { event in outlet.pass(event) }.only { _ in false },
      throwing: (any Error).self)
    if outlet.latch.isOver { ends.release() }
  }
}
