/// A sequence in the vendor's shape: whoever iterates it gets a stream of the plain kind, made for
/// this iterator.
public struct StreamPerIterator<Stream: AsyncSequence>: AsyncSequence, Sendable {
  /// What the plain streams hand out.
  public typealias Element = Stream.Element
  /// The error of the plain streams.
  public typealias Failure = Stream.Failure

  private let makeStream: @Sendable () -> Stream

  /// A sequence over streams.
  ///
  /// - Parameter makeStream: Makes the stream of one iterator.
  public init(_ makeStream: @escaping @Sendable () -> Stream) {
    self.makeStream = makeStream
  }

  /// A new stream's iterator.
  public func makeAsyncIterator() -> Iterator {
    Iterator(base: makeStream().makeAsyncIterator())
  }

  /// The iterator of one plain stream.
  public struct Iterator: AsyncIteratorProtocol {
    var base: Stream.AsyncIterator

    /// The stream's next value.
    ///
    /// - Throws: The stream's error.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Stream.Failure) -> Stream.Element? {
      try await base.next(isolation: actor)
    }
  }
}
