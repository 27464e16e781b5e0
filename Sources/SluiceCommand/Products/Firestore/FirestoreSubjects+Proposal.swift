import FakeFirestore
import ProposalStreams
import SluiceConformance

extension FirestoreSubjects {
  /// The streams in the proposal's exact types, written the plain way.
  static let proposal = streams(
    "proposal",
    traits: common.with { traits in
      traits.registration = .access
      traits.bufferOnCancel = .drains
      traits.iterators = .single
      traits.releasesWhileHeld = false
      traits.repeatsError = true
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
