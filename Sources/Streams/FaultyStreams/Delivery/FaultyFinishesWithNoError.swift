import FakeListener

/// Breaks `delivery.empty-event-policy`: what is no value must be the error, it thinks, and so
/// finishes with an error that is nil, which is a normal end.
enum FaultyFinishesWithNoError {
  static let subject = FaultySubject.wired(
    "finishes-with-no-error", breaks: "delivery.empty-event-policy", in: "neither-value-nor-error"
  ) { source, options, outlet in
    let handle = try source.addListener(
      options: options, throwing: (any Error).self,
      { element, error in
        guard !outlet.latch.isOver else { return }
        guard let element, error == nil else {
          outlet.latch.release()
          outlet.continuation.finish(throwing: error)
          return
        }
        outlet.continuation.yield(element)
      },
      onFinish: { outlet.pass(.finish) })
    outlet.keep(handle)
  }
}
