package import FakeListener

/// A sequence in the vendor's shape: whoever iterates it gets a stream of the plain kind, made for
/// this iterator.
package struct StreamPerIterator<Stream: AsyncSequence>: AsyncSequence, Sendable {
  /// What the plain streams hand out.
  package typealias Element = Stream.Element
  /// The error of the plain streams.
  package typealias Failure = Stream.Failure

  private let makeStream: @Sendable () -> Stream

  /// A sequence over streams.
  ///
  /// - Parameter makeStream: Makes the stream of one iterator.
  package init(_ makeStream: @escaping @Sendable () -> Stream) {
    self.makeStream = makeStream
  }

  /// A new stream's iterator.
  package func makeAsyncIterator() -> Iterator {
    Iterator(base: makeStream().makeAsyncIterator())
  }

  /// The iterator of one plain stream.
  package struct Iterator: AsyncIteratorProtocol {
    var base: Stream.AsyncIterator

    /// The stream's next value.
    ///
    /// - Throws: The stream's error.
    package mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Stream.Failure) -> Stream.Element? {
      try await base.next(isolation: actor)
    }
  }
}

extension FakeListener {
  /// The values of the source, written the plain way: the stream's closure adds, its termination
  /// handler removes.
  ///
  /// - Parameter options: Passed to add unchanged.
  /// - Returns: The stream, for one consumer.
  package func values(
    options: ListenerOptions = .none
  ) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      do {
        let handle = try self.addListener(
          options: options, throwing: (any Error).self,
          { element, error in
            if let error {
              continuation.finish(throwing: error)
            } else if let element {
              continuation.yield(element)
            }
          },
          onFinish: { continuation.finish() })
        continuation.onTermination = { _ in handle.remove() }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }

  /// The values of the source in the vendor's shape: each iterator makes a plain stream of its own.
  ///
  /// - Parameter options: Passed to add unchanged.
  /// - Returns: The sequence; every iterator of it listens on its own.
  package func vendorValues(
    options: ListenerOptions = .none
  ) -> StreamPerIterator<AsyncThrowingStream<Element, any Error>> {
    StreamPerIterator { self.values(options: options) }
  }
}
