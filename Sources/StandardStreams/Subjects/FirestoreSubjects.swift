import FakeFirestore
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension StandardSubjects {
  /// Firestore's.
  static let firestore = [
    Subject("standard", of: FirestoreProduct.document, traits: single, open: document),
    Subject("standard", of: FirestoreProduct.collection, traits: single, open: results),
    Subject("standard", of: FirestoreProduct.query, traits: single, open: results),
  ]

  @Sendable private static func document(
    _ target: FirestoreTarget<DocumentReference>
  ) -> AsyncThrowingStream<DocumentSnapshot, any Error> {
    target.includesMetadataChanges.map { included in
      target.place.snapshots(includeMetadataChanges: included)
    } ?? target.place.snapshots
  }

  @Sendable private static func results(
    _ target: FirestoreTarget<Query>
  ) -> AsyncThrowingStream<QuerySnapshot, any Error> {
    target.includesMetadataChanges.map { included in
      target.place.snapshots(includeMetadataChanges: included)
    } ?? target.place.snapshots
  }
}
