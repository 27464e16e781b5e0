/// What can be listened to for snapshots: a document, or the results of a query.
///
/// The SDK has no such protocol; it is for whoever in this package writes for both at once.
package protocol SnapshotSource<Snapshot>: Sendable {
  /// What a listener is told.
  associatedtype Snapshot: Sendable

  /// The database that is listened to.
  var firestore: Firestore { get }

  /// Listens, as the method of that name of a document and a query does.
  func addSnapshotListener(
    includeMetadataChanges: Bool, listener: @escaping (Snapshot?, (any Error)?) -> Void
  ) -> any ListenerRegistration
}

extension DocumentReference: SnapshotSource {}

extension Query: SnapshotSource {}
