import SluiceTesting

/// A ledger that calls back with a value or an error, and never tells an end.
struct Ledger: Sendable {
  let source: FakeListener<Int>

  func watch(
    _ body: @escaping @Sendable (Int?, (any Error)?) -> Void
  ) throws -> ListenerHandle {
    try source.addListener(.pair(body), throwing: (any Error).self)
  }

  /// The balances from now on.
  func balances(leaks: Bool) -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = Subscription()
      if !leaks { continuation.onTermination = { _ in subscription.end() } }
      do {
        let handle = try watch { balance, error in
          if let error {
            if subscription.end() { continuation.finish(throwing: error) }
          } else if let balance, !subscription.isOver {
            continuation.yield(balance)
          }
        }
        subscription.begin { handle.remove() }
      } catch {
        if subscription.end() { continuation.finish(throwing: error) }
      }
    }
  }

  static let stranger = Stranger(
    "pair-without-end", over: .listener(Int.self).lacking(.finish), traits: .asyncThrowingStream,
    twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in Ledger(source: source).balances(leaks: leaks) }
}
