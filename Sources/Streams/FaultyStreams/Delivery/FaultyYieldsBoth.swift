import FakeListener

/// Breaks `delivery.ambiguous-event-policy`: of a value and an error together it passes on both,
/// one after the other.
enum FaultyYieldsBoth {
  static let subject = FaultySubject.streaming(
    "yields-both", breaks: "delivery.ambiguous-event-policy", in: "both-value-and-error"
  ) { source, options, continuation in
    let handle = source.addListener(options: options) { element, error in
      if let element { continuation.yield(element) }
      if let error { continuation.finish(throwing: error) }
    }
    continuation.onTermination = { _ in handle.remove() }
  }
}
