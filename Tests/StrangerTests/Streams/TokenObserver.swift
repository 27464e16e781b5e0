import SluiceTesting

/// A beacon whose observers are numbers, and which calls back with nil when it goes dark.
struct Beacon: Sendable {
  let source: FakeListener<String>

  func addObserver(_ body: @escaping @Sendable (String?) -> Void) -> Int {
    source.addObserver(.optional(body)).number
  }

  func removeObserver(_ observer: Int) {
    source.removeObserver(ListenerToken(observer))
  }

  /// The signals until the beacon goes dark.
  func signals(leaks: Bool) -> AsyncStream<String> {
    AsyncStream { continuation in
      let subscription = Subscription()
      continuation.onTermination = { reason in
        if leaks, case .cancelled = reason { return }
        subscription.end()
      }
      let observer = addObserver { signal in
        if let signal {
          if !subscription.isOver { continuation.yield(signal) }
        } else if subscription.end() {
          continuation.finish()
        }
      }
      subscription.begin { removeObserver(observer) }
    }
  }

  static let stranger = Stranger(
    "token", over: .listener(String.self).lacking(.fail, .sendNothing), traits: .asyncStream,
    twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in Beacon(source: source).signals(leaks: leaks) }
}
