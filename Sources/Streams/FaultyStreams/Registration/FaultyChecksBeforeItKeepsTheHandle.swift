import FakeListener

/// Breaks `registration.precancelled-balanced`: after add it first looks whether all is over, and
/// then forgets the handle that it was about to keep.
enum FaultyChecksBeforeItKeepsTheHandle {
  static let subject = FaultySubject.streaming(
    "checks-before-it-keeps-the-handle", breaks: "registration.precancelled-balanced",
    in: "cancelled-already"
  ) { source, options, continuation in
    let handle = source.addListener(
      options: options,
      { element, error in continuation.pass(element, error) },
      onFinish: { continuation.finish() })
    guard !Task.isCancelled else {
      continuation.finish()
      return
    }
    continuation.onTermination = { _ in handle.remove() }
  }
}
