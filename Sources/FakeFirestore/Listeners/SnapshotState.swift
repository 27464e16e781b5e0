/// What a snapshot is made of: a state of a view, or what a script says.
enum SnapshotState: Sendable {
  case view(ViewSnapshot)
  case scripted(ScriptedSnapshot)

  var documents: [CachedDocument] {
    switch self {
    case .view(let snapshot): snapshot.documents.documents
    case .scripted(let snapshot): snapshot.documents
    }
  }

  var pendingKeys: Set<DocumentKey> {
    switch self {
    case .view(let snapshot): snapshot.pendingKeys
    case .scripted(let snapshot): snapshot.hasPendingWrites ? Set(documents.map(\.key)) : []
    }
  }

  var isFromCache: Bool {
    switch self {
    case .view(let snapshot): snapshot.isFromCache
    case .scripted(let snapshot): snapshot.isFromCache
    }
  }

  var excludesMetadataChanges: Bool {
    switch self {
    case .view(let snapshot): snapshot.excludesMetadataChanges
    case .scripted: false
    }
  }

  func indexedChanges(
    includingMetadata: Bool
  ) throws(FirestoreUsageError) -> [ViewSnapshot.IndexedChange] {
    switch self {
    case .view(let snapshot):
      try snapshot.indexedChanges(includingMetadata: includingMetadata)
    case .scripted(let snapshot): snapshot.changes
    }
  }
}

/// A snapshot that a script hands over as it stands.
struct ScriptedSnapshot: Sendable {
  var documents: [CachedDocument]
  var changes: [ViewSnapshot.IndexedChange]
  var hasPendingWrites: Bool
  var isFromCache: Bool
}
