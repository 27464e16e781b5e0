import SluiceHarness
import Steps

@main struct Gate: ConformanceGate {
  static let subjects = [
    Subject(
      "steps", over: .listener(Int.self).lacking(.fail, .finish, .sendNothing),
      traits: .asyncStream.with { traits in traits.overflow = .newest(2) }
    ) { source in FakePedometer(source).steps }
  ]
}

/// A pedometer that counts what a scenario says.
struct FakePedometer: Pedometer {
  private let updates: StartStopPair<Int>

  init(_ source: FakeListener<Int>) { updates = StartStopPair(of: source) }

  func startUpdates(_ handler: @escaping @Sendable (Int) -> Void) {
    updates.start(.value(handler))
  }

  func stopUpdates() { updates.stop() }
}
