package import FakeListener
package import ReferenceStreams

extension AsyncStream where Element: Sendable {
  /// A listener sequence that can't fail as the standard library's own type, which has room for one
  /// iteration only.
  ///
  /// Its iterators share that iteration; it is released when the task is cancelled, at the end, and
  /// when the stream and its iterators are gone.
  package init(_ sequence: ListenerSequence<Element, Never>) {
    let iteration = sequence.makeIteration()
    self.init(unfolding: { await iteration.next(isolation: #isolation) })
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// A listener sequence as the standard library's own type, which has room for one iteration only.
  ///
  /// Its iterators share that iteration; it is released when the task is cancelled, at the end, and
  /// when the stream and its iterators are gone.
  package init(_ sequence: ListenerSequence<Element, any Error>) {
    let iteration = sequence.makeIteration()
    self.init(unfolding: { try await iteration.next(isolation: #isolation) })
  }
}

extension FakeListener {
  /// The values of the source in the proposal's type: registers at the first `next()`, releases
  /// promptly, drops on cancel.
  ///
  /// - Parameter options: Passed to add unchanged.
  /// - Returns: The stream, for one consumer.
  package func values(
    options: ListenerOptions = .none
  ) -> AsyncThrowingStream<Element, any Error> {
    let sequence = ListenerSequence<Element, any Error> { sink in
      let handle = try self.addListener(
        options: options, throwing: (any Error).self,
        { element, error in sink.receive(element, error) },
        onFinish: { sink.finish() })
      return { handle.remove() }
    }
    return AsyncThrowingStream(sequence)
  }
}
