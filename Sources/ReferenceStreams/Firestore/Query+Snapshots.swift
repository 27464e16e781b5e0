public import FakeFirestore

extension Query {
  /// The snapshots of the results: the first as soon as there is one, then each that differs.
  ///
  /// Each iteration listens on its own, from its first `next()` to its end.
  public var snapshots: ListenerSequence<QuerySnapshot, any Error> {
    snapshots()
  }

  /// The snapshots of the results, with those that differ in metadata alone or without.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are told.
  /// - Returns: The sequence; every iterator of it listens on its own.
  public func snapshots(
    includeMetadataChanges: Bool = false
  ) -> ListenerSequence<QuerySnapshot, any Error> {
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
