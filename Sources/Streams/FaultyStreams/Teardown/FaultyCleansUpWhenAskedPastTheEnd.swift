import FakeListener

/// Breaks `teardown.operator-end-removes`: it cleans up when it answers `nil` itself, which an
/// operator never asks for.
enum FaultyCleansUpWhenAskedPastTheEnd {
  static let subject = FaultySubject.streaming(
    "cleans-up-when-asked-past-the-end", breaks: "teardown.operator-end-removes", in: "prefix"
  ) { source, options, continuation in
    let handle = source.addListener(
      options: options,
      { element, error in continuation.pass(element, error) },
      onFinish: { continuation.finish() })
    continuation.onTermination = { reason in
      if case .finished = reason { handle.remove() }
    }
  }
}
