public import FakeFirestore
import ReferenceStreams

extension Query {
  /// The present state of the query's results and every change of it, in the proposal's signature.
  public var snapshots: AsyncThrowingStream<QuerySnapshot, any Error> {
    snapshots(includeMetadataChanges: false)
  }

  /// The present state of the query's results and every change of it, in the proposal's signature.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are told.
  /// - Returns: The stream, for one consumer; it listens from the first `next()` on.
  public func snapshots(
    includeMetadataChanges: Bool = false
  ) -> AsyncThrowingStream<QuerySnapshot, any Error> {
    let sequence: ListenerSequence<QuerySnapshot, any Error> = snapshots(
      includeMetadataChanges: includeMetadataChanges)
    return AsyncThrowingStream(sequence)
  }
}
