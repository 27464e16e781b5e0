import FakeListener

/// A sequence whose every iterator gets a stream of its own, made by one faulty stream.
struct StreamPerIteration: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Failure = any Error
  typealias Stream = AsyncThrowingStream<SentinelElement, any Error>

  let makeStream: @Sendable () -> Stream

  init(_ makeStream: @escaping @Sendable () -> Stream) {
    self.makeStream = makeStream
  }

  func makeAsyncIterator() -> Stream.AsyncIterator {
    makeStream().makeAsyncIterator()
  }
}

extension AsyncThrowingStream.Continuation where Element: Sendable, Failure == any Error {
  /// Passes on what a listener was called with, as it should be.
  func pass(_ element: Element?, _ error: (any Error)?) {
    if let error {
      finish(throwing: error)
    } else if let element {
      yield(element)
    }
  }
}
