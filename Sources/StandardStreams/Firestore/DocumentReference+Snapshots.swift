public import FakeFirestore
import ReferenceStreams

extension DocumentReference {
  /// The document's snapshots, in the proposal's type; for one consumer.
  public var snapshots: AsyncThrowingStream<DocumentSnapshot, any Error> {
    snapshots()
  }

  /// The document's snapshots, in the proposal's type, with those that differ in metadata alone or
  /// without.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are told.
  /// - Returns: The stream, for one consumer; it listens from the first `next()` to its end.
  public func snapshots(
    includeMetadataChanges: Bool = false
  ) -> AsyncThrowingStream<DocumentSnapshot, any Error> {
    let sequence = ListenerSequence<DocumentSnapshot, any Error> { sink in
      let registration = self.addSnapshotListener(
        includeMetadataChanges: includeMetadataChanges
      ) { snapshot, error in
        sink.receive(snapshot, error)
      }
      return { registration.remove() }
    }
    return AsyncThrowingStream(sequence)
  }
}
