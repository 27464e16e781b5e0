import FakeFirestore
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ReferenceSubjects {
  /// Firestore's.
  static let firestore = [
    Subject("reference", of: FirestoreProduct.document, open: document),
    Subject("reference", of: FirestoreProduct.collection, open: results),
    Subject("reference", of: FirestoreProduct.query, open: results),
  ]

  @Sendable private static func document(
    _ target: FirestoreTarget<DocumentReference>
  ) -> ListenerSequence<DocumentSnapshot, any Error> {
    target.includesMetadataChanges.map { included in
      target.place.snapshots(includeMetadataChanges: included)
    } ?? target.place.snapshots
  }

  @Sendable private static func results(
    _ target: FirestoreTarget<Query>
  ) -> ListenerSequence<QuerySnapshot, any Error> {
    target.includesMetadataChanges.map { included in
      target.place.snapshots(includeMetadataChanges: included)
    } ?? target.place.snapshots
  }
}
