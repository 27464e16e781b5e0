public import SluiceSpies

/// A sequence under test without its types: it makes iterators whose elements are projected to
/// values, and whose errors to those that they stand for.
public struct ErasedSequence {
  private let makeBase: (ConsumerOptions, OperatorWatch) -> ErasedIterator

  /// The sequence without its types.
  ///
  /// - Parameters:
  ///   - base: The sequence; the erased one holds it.
  ///   - project: How an element is written in scenarios and in the log.
  ///   - error: The source's error that an error of the sequence stands for, which is written in
  ///     the log in its stead.
  ///   - receive: Told of each element that `next()` hands to the consumer, once it is there; nil
  ///     if nobody wants the elements themselves.
  public init<Base: AsyncSequence & SendableMetatype>(
    _ base: Base, project: @escaping (Base.Element) -> Value,
    error: @escaping (Base.Failure) -> any Error = { error in error },
    receive: ((Base.Element) -> Void)? = nil
  ) {
    makeBase = { options, watch in
      OperatorChain(
        options: options, project: project,
        record: { thrown in
          // Operators throw what the base threw, but their types don't say so.
          Failure((thrown as? Base.Failure).map(error) ?? thrown)
        }, receive: receive, watch: watch
      ).makeIterator(of: base)
    }
  }

  /// A new iterator.
  ///
  /// - Parameters:
  ///   - options: The consumer's, of which the operators count.
  ///   - watch: What is told of what the operators do.
  /// - Returns: The iterator, which holds nothing but the base's own iterator and the projection.
  func makeIterator(_ options: ConsumerOptions, _ watch: OperatorWatch) -> ErasedIterator {
    makeBase(options, watch)
  }
}
