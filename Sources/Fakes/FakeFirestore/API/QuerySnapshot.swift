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

/// One document's change between two snapshots of a query, with its places before and after.
///
/// Indexes hold for changes applied one after the other, in the order of the list. Source:
/// `Firestore/Source/Public/FirebaseFirestore/FIRDocumentChange.h`.
public final class DocumentChange: Sendable {
  /// What became of the document.
  public let type: DocumentChangeType

  /// The document after the change; before it where it was removed.
  public let document: QueryDocumentSnapshot

  /// The index before the change; `NSNotFound` where it was added.
  public let oldIndex: UInt

  /// The index after the change; `NSNotFound` where it was removed.
  public let newIndex: UInt

  /// The index for none, which is Foundation's `NSNotFound`.
  package static let notFound = UInt(Int.max)

  init(
    type: DocumentChangeType, document: QueryDocumentSnapshot, oldIndex: Int?, newIndex: Int?
  ) {
    self.type = type
    self.document = document
    self.oldIndex = oldIndex.map(UInt.init) ?? Self.notFound
    self.newIndex = newIndex.map(UInt.init) ?? Self.notFound
  }
}

extension DocumentChange: ProjectsToValue {
  /// The change as scenarios write it: `added("SF", 0)`, `modified("SF", 1, 0)`, `removed("SF",
  /// 2)`.
  public var projected: Value {
    let id = Value.string(document.documentID)
    let old = Value.integer(Int64(clamping: oldIndex))
    let new = Value.integer(Int64(clamping: newIndex))
    return switch type {
    case .added: .call("added", id, new)
    case .modified: .call("modified", id, old, new)
    case .removed: .call("removed", id, old)
    }
  }
}

/// What became of a document between two snapshots of a query.
public enum DocumentChangeType: Int, Sendable {
  /// It came into the results.
  case added
  /// It changed within the results.
  case modified
  /// It left the results.
  case removed
}
