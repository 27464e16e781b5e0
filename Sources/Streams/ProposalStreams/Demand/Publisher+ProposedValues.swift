package import DemandStreams

extension Publisher where Output: Sendable {
  /// The publisher's values the plain way: a sink fills a stream, which holds the sink.
  ///
  /// The sink asks for everything, and the stream keeps what nobody has taken yet. A subscription
  /// is not `Sendable`, and so can't be cancelled where the stream ends: a sink whose stream has
  /// ended cancels itself when the next value comes.
  ///
  /// - Returns: The stream, which is filled from now on.
  package func proposedValues() -> AsyncThrowingStream<Output, any Error> {
    AsyncThrowingStream { continuation in
      var sink: AnyCancellable?
      sink = self.sink(
        receiveCompletion: { completion in
          switch completion {
          case .finished: continuation.finish()
          case .failure(let failure): continuation.finish(throwing: failure)
          }
          sink = nil
        },
        receiveValue: { value in
          if case .terminated = continuation.yield(value) { sink?.cancel() }
        })
    }
  }
}
