import FakeListener

/// Breaks `reentrancy.emit-in-remove`: it removes first and closes its buffer then, which a value
/// fired by the remove still finds open.
enum FaultyEndsAfterItRemoves {
  static let subject = FaultySubject.streaming(
    "ends-after-it-removes", breaks: "reentrancy.emit-in-remove", in: "value-inside-remove"
  ) { source, options, continuation in
    let handle = source.addListener(
      options: options,
      { element, error in continuation.pass(element, error) },
      onFinish: { continuation.finish() })
    continuation.onTermination = { _ in handle.remove() }
  }
}
