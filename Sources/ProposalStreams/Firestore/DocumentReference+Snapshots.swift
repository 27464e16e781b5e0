public import FakeFirestore

extension DocumentReference {
  /// The document's snapshots, written the plain way; for one consumer.
  public var snapshots: AsyncThrowingStream<DocumentSnapshot, any Error> {
    snapshots()
  }

  /// The document's snapshots, written the plain way, with those that differ in metadata alone or
  /// without.
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
