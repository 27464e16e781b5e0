public import FakeRemoteConfig

extension RemoteConfig {
  /// The updates of the configuration, written the plain way; for one consumer.
  ///
  /// It listens from now on.
  public var updates: AsyncThrowingStream<RemoteConfigUpdate, any Error> {
    AsyncThrowingStream { continuation in
      let registration = self.addOnConfigUpdateListener { update, error in
        if let error {
          continuation.finish(throwing: error)
        } else if let update {
          continuation.yield(update)
        }
      }
      continuation.onTermination = { _ in registration.remove() }
    }
  }

  /// The updates of the configuration, in the shape that was shipped: each iterator makes a plain
  /// stream of its own.
  public var configUpdates: some AsyncSequence<RemoteConfigUpdate, any Error> & Sendable {
    StreamPerIterator { self.updates }
  }
}
