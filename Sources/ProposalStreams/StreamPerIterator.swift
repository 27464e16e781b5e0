/// A sequence in the vendor's shape: whoever iterates it gets a stream of the plain kind, made for
/// this iterator.
public struct StreamPerIterator<Element: Sendable>: AsyncSequence, Sendable {
  /// The error of the plain streams.
  public typealias Failure = any Error

  private let makeStream: @Sendable () -> AsyncThrowingStream<Element, any Error>

  /// A sequence over streams.
  ///
  /// - Parameter makeStream: Makes the stream of one iterator.
  public init(_ makeStream: @escaping @Sendable () -> AsyncThrowingStream<Element, any Error>) {
    self.makeStream = makeStream
  }

  /// A new stream's iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: makeStream().makeAsyncIterator())
  }

  /// The iterator of one plain stream.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncThrowingStream<Element, any Error>.AsyncIterator

    /// The stream's next value.
    ///
    /// - Throws: The stream's error.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      try await base.next(isolation: actor)
    }
  }
}
