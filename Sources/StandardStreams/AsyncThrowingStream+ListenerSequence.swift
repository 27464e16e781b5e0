public import ReferenceStreams

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// A listener sequence as the standard library's own type, which has room for one iteration only.
  ///
  /// Its iterators share that iteration; it is released when the task is cancelled, at the end, and
  /// when the stream and its iterators are gone.
  public init(_ sequence: ListenerSequence<Element, any Error>) {
    let iteration = sequence.makeIteration()
    self.init(unfolding: { try await iteration.next(isolation: #isolation) })
  }
}
