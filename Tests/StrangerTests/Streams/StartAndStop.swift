import SluiceTesting

/// A pedometer that is started with a handler and stopped without saying which.
final class Pedometer: Sendable {
  private let updates: StartStopPair<Int>

  init(_ source: FakeListener<Int>) { updates = StartStopPair(of: source) }

  func startUpdates(_ handler: @escaping @Sendable (Int) -> Void) {
    updates.start(.value(handler))
  }

  func stopUpdates() { updates.stop() }
}

extension Pedometer {
  /// The steps that a pedometer of the stream's own counts.
  static func steps(from source: FakeListener<Int>, leaks: Bool) -> AsyncStream<Int> {
    AsyncStream { continuation in
      let pedometer = Pedometer(source)
      let isOver = Flag()
      continuation.onTermination = { _ in
        isOver.raise()
        if !leaks { pedometer.stopUpdates() }
      }
      pedometer.startUpdates { steps in
        if !isOver.isRaised { continuation.yield(steps) }
      }
    }
  }

  static let stranger = Stranger(
    "start-and-stop", over: .listener(Int.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStream, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in steps(from: source, leaks: leaks) }
}
