import SluiceTesting

/// A thermostat that calls back with values alone, and returns a handle with `remove()`.
struct Thermostat: Sendable {
  let source: FakeListener<Double>

  func onChange(_ body: @escaping @Sendable (Double) -> Void) -> ListenerHandle {
    source.addListener(.value(body))
  }

  /// The temperatures from now on.
  func temperatures(leaks: Bool) -> AsyncStream<Double> {
    AsyncStream { continuation in
      let isOver = Flag()
      let handle = onChange { degrees in
        if !isOver.isRaised { continuation.yield(degrees) }
      }
      continuation.onTermination = { _ in
        isOver.raise()
        if !leaks { handle.remove() }
      }
    }
  }

  static let stranger = Stranger(
    "value-callback", over: .listener(Double.self).lacking(.fail, .finish, .sendNothing),
    traits: .asyncStream, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in Thermostat(source: source).temperatures(leaks: leaks) }
}
