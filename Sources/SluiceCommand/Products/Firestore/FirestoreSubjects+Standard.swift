import FakeFirestore
import SluiceConformance
import StandardStreams

extension FirestoreSubjects {
  /// The streams as they should be in the proposal's exact types, which have room for one
  /// iteration.
  static let standard = streams(
    "standard",
    traits: common.with { traits in
      traits.iterators = .single
      traits.releasesWhileHeld = false
    },
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
