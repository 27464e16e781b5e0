import FakeRemoteConfig

// A wrapper in the vendor's style: a sequence of its own, hidden behind an opaque type, whose
// iterator makes an `AsyncThrowingStream` from a listener. This one file is compiled in Swift 5 and
// in Swift 6 language mode.

extension RemoteConfig {
  /// The updates of the configuration, until the first error, or neither update nor error.
  var configUpdates: some AsyncSequence<RemoteConfigUpdate, any Error> {
    UpdateSequence(config: self)
  }
}

/// The updates of one configuration; each iterator listens on its own.
private struct UpdateSequence: AsyncSequence, Sendable {
  typealias Element = RemoteConfigUpdate
  typealias Failure = any Error

  let config: RemoteConfig

  struct Iterator: AsyncIteratorProtocol {
    private var iterator: AsyncThrowingStream<RemoteConfigUpdate, any Error>.Iterator

    init(_ config: RemoteConfig) {
      let stream = AsyncThrowingStream<RemoteConfigUpdate, any Error> { continuation in
        let registration = config.addOnConfigUpdateListener { update, error in
          switch (update, error) {
          case (let update?, _): continuation.yield(update)
          case (nil, let error?): continuation.finish(throwing: error)
          case (nil, nil): continuation.finish()
          }
        }
        continuation.onTermination = { @Sendable _ in registration.remove() }
      }
      iterator = stream.makeAsyncIterator()
    }

    mutating func next() async throws -> RemoteConfigUpdate? {
      try await iterator.next(isolation: #isolation)
    }
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(config)
  }
}
