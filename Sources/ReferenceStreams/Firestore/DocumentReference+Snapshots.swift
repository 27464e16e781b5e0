public import FakeFirestore

extension DocumentReference {
  /// The present state of the document and every change of it, as a stream that releases its listener promptly.
  public var snapshots: ListenerSequence<DocumentSnapshot, any Error> {
    snapshots(includeMetadataChanges: false)
  }

  /// The present state of the document and every change of it, as a stream that releases its listener promptly.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are told.
  /// - Returns: The sequence; every iterator of it listens on its own, from its first `next()` on.
  public func snapshots(
    includeMetadataChanges: Bool = false
  ) -> ListenerSequence<DocumentSnapshot, any Error> {
    ListenerSequence { sink in
      let registration = self.addSnapshotListener(
        includeMetadataChanges: includeMetadataChanges
      ) { snapshot, error in
        sink.receive(snapshot, error)
      }
      return { registration.remove() }
    }
  }
}
