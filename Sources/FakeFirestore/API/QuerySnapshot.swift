public import SluiceSpies

/// The results of a query at one moment, and what changed since the listener's snapshot before.
///
/// It never changes. The vendor's SDK keeps its changes by the rules of the views; a script may
/// hand over any. Source: `Firestore/Source/Public/FirebaseFirestore/FIRQuerySnapshot.h`,
/// `Firestore/core/src/api/query_snapshot.cc`.
public final class QuerySnapshot: Sendable {
  /// The query that was listened to or fetched.
  public let query: Query

  /// What the snapshot says of itself.
  public let metadata: SnapshotMetadata

  private let state: SnapshotState

  /// Shows whether anybody keeps the snapshot; nil for one that no listener was handed.
  private let sentinel: Sentinel?

  init(_ state: SnapshotState, query: Query, sentinel: Sentinel? = nil) {
    self.sentinel = sentinel
    self.query = query
    self.state = state
    metadata = SnapshotMetadata(
      hasPendingWrites: !state.pendingKeys.isEmpty, isFromCache: state.isFromCache)
  }

  /// The documents found, in the query's order.
  public var documents: [QueryDocumentSnapshot] { state.documents.map(snapshot) }

  /// Whether nothing was found.
  public var isEmpty: Bool { state.documents.isEmpty }

  /// The number of documents found.
  public var count: Int { state.documents.count }

  /// What changed since the snapshot before, changes of metadata alone left out: removed, added,
  /// modified.
  public var documentChanges: [DocumentChange] {
    documentChanges(includeMetadataChanges: false)
  }

  /// What changed since the snapshot before: removed, added, modified, and in the query's order
  /// within each.
  ///
  /// Asking for metadata changes where the listener was added without them stops the process, as in
  /// the SDK.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are listed, as modified.
  /// - Returns: The changes, with indexes that hold one after the other.
  public func documentChanges(includeMetadataChanges: Bool) -> [DocumentChange] {
    stoppingOnMisuse { () throws(FirestoreUsageError) in
      try changes(includingMetadata: includeMetadataChanges)
    }
  }

  /// What changed since the snapshot before.
  ///
  /// - Throws: `FirestoreUsageError.metadataChangesNotIncluded`.
  package func changes(
    includingMetadata: Bool
  ) throws(FirestoreUsageError) -> [DocumentChange] {
    try state.indexedChanges(includingMetadata: includingMetadata).map { indexed in
      DocumentChange(
        type: DocumentChangeType(indexed.change.kind),
        document: snapshot(of: indexed.change.document),
        oldIndex: indexed.oldIndex, newIndex: indexed.newIndex)
    }
  }

  private func snapshot(of document: CachedDocument) -> QueryDocumentSnapshot {
    let metadata = SnapshotMetadata(
      hasPendingWrites: state.pendingKeys.contains(document.key),
      isFromCache: state.isFromCache)
    return QueryDocumentSnapshot(document, metadata: metadata, firestore: query.firestore)
  }
}

extension QuerySnapshot: ProjectsToValue {
  /// The results as scenarios write them: `query([doc("SF", {…})], [added("SF", 0)])`.
  ///
  /// Metadata stands behind where it is not the usual: `pending: true`, `cached: true`. A change of
  /// metadata alone is listed where the listener asked for those.
  public var projected: Value {
    let documents = state.documents.map { document in
      Value.call("doc", .string(document.key.id.text), document.fields?.projected ?? .null)
    }
    let changes = (try? self.changes(includingMetadata: !state.excludesMetadataChanges)) ?? []
    let arguments = [
      Value.Argument(nil, .array(documents)),
      Value.Argument(nil, .array(changes.map(\.projected))),
    ]
    return .call("query", arguments + metadata.arguments)
  }
}

extension DocumentChangeType {
  init(_ kind: ViewChange.Kind) {
    switch kind {
    case .added: self = .added
    case .removed: self = .removed
    case .modified, .metadata: self = .modified
    }
  }
}
