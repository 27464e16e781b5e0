import FakeFirestore
import ReferenceStreams
import SluiceConformance

extension FirestoreSubjects {
  /// The streams as they should be.
  static let reference = streams(
    "reference", traits: common,
    documents: { document, includesMetadataChanges in
      includesMetadataChanges.map { included in
        document.snapshots(includeMetadataChanges: included)
      } ?? document.snapshots
    },
    queries: { query, includesMetadataChanges in
      includesMetadataChanges.map { included in
        query.snapshots(includeMetadataChanges: included)
      } ?? query.snapshots
    })
}
