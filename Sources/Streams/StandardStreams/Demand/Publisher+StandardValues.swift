package import DemandStreams

extension Publisher where Self: Sendable, Output: Sendable, Failure == any Error {
  /// The publisher's values as the standard library's own type, which has room for one iteration.
  ///
  /// Its iterators share that iteration; its subscription is cancelled when the task is, and when
  /// the stream and its iterators are gone.
  ///
  /// - Returns: The stream, which subscribes at the first `next()`.
  package func standardValues() -> AsyncThrowingStream<Output, any Error> {
    let iterator = PublisherSequence(self).makeAsyncIterator()
    return AsyncThrowingStream {
      // Each call has a copy: they are one iteration.
      var mine = iterator
      return try await mine.next(isolation: #isolation)
    }
  }
}
