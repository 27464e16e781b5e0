public import FakeFirestore

extension DocumentReference {
  /// The document's snapshots: the first as soon as there is one, then each that differs.
  ///
  /// Each iteration listens on its own, from its first `next()` to its end.
  public var snapshots: ListenerSequence<DocumentSnapshot, any Error> {
    snapshots()
  }

  /// The document's snapshots, with those that differ in metadata alone or without.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are told.
  /// - Returns: The sequence; every iterator of it listens on its own.
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
