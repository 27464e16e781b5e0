public import FakeFirestore
import ReferenceStreams

extension DocumentReference {
  /// The present state of the document and every change of it, in the proposal's signature.
  public var snapshots: AsyncThrowingStream<DocumentSnapshot, any Error> {
    snapshots(includeMetadataChanges: false)
  }

  /// The present state of the document and every change of it, in the proposal's signature.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are told.
  /// - Returns: The stream, for one consumer; it listens from the first `next()` on.
  public func snapshots(
    includeMetadataChanges: Bool = false
  ) -> AsyncThrowingStream<DocumentSnapshot, any Error> {
    let sequence: ListenerSequence<DocumentSnapshot, any Error> = snapshots(
      includeMetadataChanges: includeMetadataChanges)
    return AsyncThrowingStream(sequence)
  }
}
