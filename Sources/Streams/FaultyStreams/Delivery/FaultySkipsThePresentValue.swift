import FakeListener

/// Breaks `delivery.initial-first`: it takes the first callback for a mere confirmation and waits
/// for a change.
enum FaultySkipsThePresentValue {
  static let subject = FaultySubject.over(
    "skips-the-present-value", breaks: "delivery.initial-first", in: "present-value-queued"
  ) { source, options in
    HandwrittenSequence<Right>(source: source, options: options).dropFirst()
  }

  private enum Right: HandwrittenSteps {}
}
