public import ReferenceStreams

extension AsyncStream where Element: Sendable {
  /// A listener sequence that can't fail as the standard library's own type, which has room for one
  /// iteration only.
  ///
  /// Its iterators share that iteration; it is released when the task is cancelled, at the end, and
  /// when the stream and its iterators are gone.
  public init(_ sequence: ListenerSequence<Element, Never>) {
    let iteration = sequence.makeIteration()
    self.init(unfolding: { await iteration.next(isolation: #isolation) })
  }
}
