import FakeListener

/// Breaks `registration.handle-retained`: it throws away what add returns, which with some sources
/// ends the registration.
enum FaultyDropsTheHandle {
  static let subject = FaultySubject.streaming(
    "drops-the-handle", breaks: "registration.handle-retained",
    in: "handles-that-remove-themselves"
  ) { source, options, continuation in
    _ = source.addListener(
      options: options,
      { element, error in continuation.pass(element, error) },
      onFinish: { continuation.finish() })
  }
}
