import FakeListener

/// Breaks `completion.removes-listener`: the termination handler takes care of a cancel, and takes
/// an end for the source's own business.
enum FaultyRemovesOnCancelOnly {
  static let subject = FaultySubject.streaming(
    "removes-on-cancel-only", breaks: "completion.removes-listener", in: "end-while-waiting"
  ) { source, options, continuation in
    let handle = source.addListener(
      options: options,
      { element, error in continuation.pass(element, error) },
      onFinish: { continuation.finish() })
    continuation.onTermination = { reason in
      if case .cancelled = reason { handle.remove() }
    }
  }
}
