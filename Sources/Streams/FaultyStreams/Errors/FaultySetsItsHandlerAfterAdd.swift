import FakeListener

/// Breaks `errors.sync-error-removes`: the termination handler is set after add, so that an error
/// inside add finds none.
///
/// This is the plain shape that many wrappers have.
enum FaultySetsItsHandlerAfterAdd {
  static let subject = FaultySubject.streaming(
    "sets-its-handler-after-add", breaks: "errors.sync-error-removes", in: "error-inside-add"
  ) { source, options, continuation in
    let handle = source.addListener(
      options: options,
      { element, error in continuation.pass(element, error) },
      onFinish: { continuation.finish() })
    continuation.onTermination = { _ in handle.remove() }
  }
}
