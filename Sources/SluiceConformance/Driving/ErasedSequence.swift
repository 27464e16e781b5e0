public import SluiceSpies

/// A sequence under test without its types: it makes iterators whose elements are projected to
/// values.
public struct ErasedSequence {
  private let makeBase:
    (ConsumerOptions, _ onPassedOver: @escaping (Value) -> Void) -> ErasedIterator

  /// The sequence without its types.
  ///
  /// - Parameters:
  ///   - base: The sequence; the erased one holds it.
  ///   - project: How an element is written in scenarios and in the log.
  public init<Base: AsyncSequence & SendableMetatype>(
    _ base: Base, project: @escaping (Base.Element) -> Value
  ) {
    makeBase = { options, onPassedOver in
      OperatorChain(options: options, project: project, onPassedOver: onPassedOver)
        .makeIterator(of: base)
    }
  }

  /// A new iterator.
  ///
  /// - Parameters:
  ///   - options: The consumer's, of which the operators count.
  ///   - onPassedOver: Told of each element that an operator keeps to itself.
  /// - Returns: The iterator, which holds nothing but the base's own iterator and the projection.
  func makeIterator(
    _ options: ConsumerOptions, onPassedOver: @escaping (Value) -> Void
  ) -> ErasedIterator {
    makeBase(options, onPassedOver)
  }
}
