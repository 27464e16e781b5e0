import SluiceHarness

@main struct Gate: ConformanceGate {
  static let subjects = [
    Subject(
      "openings", over: .listener(Int.self),
      traits: .asyncThrowingStream.with { traits in traits.removal = .settled }
    ) { source in FakeDoor(source: source).openings }
  ]
  static let rules = [radioOffAtOnce, radioQuietAfterCancel]
}

/// A door that is opened as often as a scenario says.
struct FakeDoor: Door {
  let source: FakeListener<Int>

  func listen(
    _ tell: @escaping @Sendable (Result<Int, any Error>?) -> Void
  ) -> @Sendable () -> Void {
    source.addListener(.result(tell, onFinish: { tell(nil) })).remove
  }
}
