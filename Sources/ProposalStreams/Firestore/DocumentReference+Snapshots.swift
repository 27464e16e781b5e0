public import FakeFirestore

extension DocumentReference {
  /// The present state of the document and every change of it, in the proposal's signature, written the plain way.
  public var snapshots: AsyncThrowingStream<DocumentSnapshot, any Error> {
    snapshots(includeMetadataChanges: false)
  }

  /// The present state of the document and every change of it, in the proposal's signature, written the plain way.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are told.
  /// - Returns: The stream, for one consumer; it listens from now on.
  public func snapshots(
    includeMetadataChanges: Bool = false
  ) -> AsyncThrowingStream<DocumentSnapshot, any Error> {
    AsyncThrowingStream { continuation in
      let registration = self.addSnapshotListener(
        includeMetadataChanges: includeMetadataChanges
      ) { snapshot, error in
        if let error {
          continuation.finish(throwing: error)
        } else if let snapshot {
          continuation.yield(snapshot)
        }
      }
      continuation.onTermination = { _ in registration.remove() }
    }
  }
}
