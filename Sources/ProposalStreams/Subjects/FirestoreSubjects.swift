import FakeFirestore
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ProposalSubjects {
  /// Firestore's, in the proposal's exact types.
  static let firestore = [
    Subject("proposal", of: FirestoreProduct.document, traits: plain, open: document),
    Subject("proposal", of: FirestoreProduct.collection, traits: plain, open: results),
    Subject("proposal", of: FirestoreProduct.query, traits: plain, open: results),
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

  private static func plain(_ traits: inout Traits) {
    traits.registration = .access
    traits.bufferOnCancel = .drains
    traits.iterators = .single
    traits.releasesWhileHeld = false
    traits.repeatsError = true
  }
}
