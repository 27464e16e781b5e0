import FakeListener

/// Breaks `registration.add-failure-surfaces`: a throwing add leaves the consumer waiting for
/// values that never come.
enum FaultySwallowsTheFailureOfAdd {
  static let subject = FaultySubject.streaming(
    "swallows-the-failure-of-add", breaks: "registration.add-failure-surfaces", in: "throwing-add"
  ) { source, options, continuation in
    guard
      let handle = try? source.addListener(
        options: options, throwing: (any Error).self,
        { element, error in continuation.pass(element, error) },
        onFinish: { continuation.finish() })
    else { return }
    continuation.onTermination = { _ in handle.remove() }
  }
}
