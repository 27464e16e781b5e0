import FakeListener

/// Breaks `teardown.remove-right-one`: it adds under a key with a number, and removes by the key
/// without.
enum FaultyRemovesByAnotherKey {
  static let subject = FaultySubject.streaming(
    "removes-by-another-key", breaks: "teardown.remove-right-one", in: "cancel-while-waiting"
  ) { source, options, continuation in
    source.addListener(
      forKey: "values-1", options: options,
      { element, error in continuation.pass(element, error) },
      onFinish: { continuation.finish() })
    continuation.onTermination = { _ in source.removeListener(forKey: "values") }
  }
}
