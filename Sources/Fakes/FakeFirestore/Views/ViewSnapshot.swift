import SluiceSpies

/// One state of a query's results with what led to it, as the listeners of the query are told.
package struct ViewSnapshot: Sendable {
  package let shape: QueryShape
  package let documents: DocumentSet
  /// The results before the changes.
  package let oldDocuments: DocumentSet
  package var changes: [ViewChange]
  /// The documents with writes that the server has not answered.
  package let pendingKeys: Set<DocumentKey>
  /// Whether the results may lag behind the server.
  package let isFromCache: Bool
  /// Whether `isFromCache` is not what it was.
  package let syncStateChanged: Bool
  /// Whether changes of metadata alone were taken out.
  package var excludesMetadataChanges = false
  /// Whether the query has been in sync before, perhaps in an earlier listen.
  package let hasCachedResults: Bool

  package var hasPendingWrites: Bool { !pendingKeys.isEmpty }

  /// This state as the first one of a listener: everything is added.
  package var initial: ViewSnapshot {
    var result = ViewSnapshot(
      shape: shape, documents: documents, oldDocuments: DocumentSet(shape: shape),
      changes: documents.documents.map { ViewChange(.added, $0) }, pendingKeys: pendingKeys,
      isFromCache: isFromCache, syncStateChanged: true, hasCachedResults: hasCachedResults)
    result.excludesMetadataChanges = excludesMetadataChanges
    return result
  }

  /// This state without the changes of metadata alone.
  package var withoutMetadataChanges: ViewSnapshot {
    var result = self
    result.changes.removeAll { $0.kind == .metadata }
    result.excludesMetadataChanges = true
    return result
  }
}

extension ViewSnapshot {
  /// One change with the places of its document before and after it.
  package struct IndexedChange: Equatable, Sendable {
    package let change: ViewChange
    /// The index before this change and after those ahead of it; nil where it was added.
    package let oldIndex: Int?
    /// The index after this change; nil where it was removed.
    package let newIndex: Int?
  }

  /// The changes with their indexes, found by walking the old results: each change takes its
  /// document out for the old index and puts it in for the new one.
  ///
  /// - Throws: `FirestoreUsageError.metadataChangesNotIncluded` when metadata changes are asked for
  ///   that were taken out.
  package func indexedChanges(
    includingMetadata: Bool
  ) throws(FirestoreUsageError) -> [IndexedChange] {
    if includingMetadata, excludesMetadataChanges { throw .metadataChangesNotIncluded }
    if oldDocuments.isEmpty {
      return changes.enumerated().map { index, change in
        IndexedChange(change: change, oldIndex: nil, newIndex: index)
      }
    }
    var walk = oldDocuments
    var result: [IndexedChange] = []
    for change in changes where includingMetadata || change.kind != .metadata {
      let key = change.document.key
      let oldIndex = change.kind == .added ? nil : walk.index(of: key)
      walk.remove(key)
      if change.kind != .removed { walk.insert(change.document) }
      result.append(
        IndexedChange(change: change, oldIndex: oldIndex, newIndex: walk.index(of: key)))
    }
    return result
  }
}

/// What became of one document between two snapshots of a view.
package struct ViewChange: Equatable, Sendable {
  /// The kinds of change.
  package enum Kind: Sendable {
    /// It left the results.
    case removed
    /// It came into the results.
    case added
    /// Its contents changed.
    case modified
    /// Only whether it has pending writes changed.
    case metadata

    /// The place in a change list: removed, added, then modified and metadata alike.
    fileprivate var rank: Int {
      switch self {
      case .removed: 0
      case .added: 1
      case .modified, .metadata: 2
      }
    }
  }

  package let kind: Kind
  /// The document after the change; before it where it was removed.
  package let document: CachedDocument

  package init(_ kind: Kind, _ document: CachedDocument) {
    self.kind = kind
    self.document = document
  }
}

/// The changes of one pass over a view: at most one for each document.
///
/// Source: `DocumentViewChangeSet` in `Firestore/core/src/core/view_snapshot.cc`.
package struct ChangeSet: Sendable {
  private var changes: [DocumentKey: ViewChange] = [:]

  package init() {}

  /// The documents that changed.
  var keys: Set<DocumentKey> { Set(changes.keys) }

  /// Adds a change, merging it with an earlier one of the same document.
  ///
  /// Removed and added again is modified; added and removed is nothing; added and modified stays
  /// added; a metadata change never hides one of the contents.
  package mutating func add(_ change: ViewChange) {
    let key = change.document.key
    guard let earlier = changes[key] else {
      changes[key] = change
      return
    }
    switch (earlier.kind, change.kind) {
    case (.metadata, .metadata), (.metadata, .modified), (.metadata, .removed),
      (.modified, .modified):
      changes[key] = change
    case (.added, .metadata), (.modified, .metadata), (.added, .modified):
      changes[key] = ViewChange(earlier.kind, change.document)
    case (.added, .removed): changes[key] = nil
    case (.modified, .removed): changes[key] = ViewChange(.removed, earlier.document)
    case (.removed, .added): changes[key] = ViewChange(.modified, change.document)
    case (.added, .added), (.modified, .added), (.metadata, .added), (.removed, .removed),
      (.removed, .modified), (.removed, .metadata):
      preconditionFailure("\(key) can't be \(change.kind) after it was \(earlier.kind)")
    }
  }

  /// The changes as a listener gets them: removed, added, modified, and in query order within a
  /// kind.
  package func sorted(by set: DocumentSet) -> [ViewChange] {
    changes.values.sorted { left, right in
      Ordering(left.kind.rank, right.kind.rank)
        .then(set.order(of: left.document, right.document))
        .then(Ordering(left.document.key, right.document.key)) == .ascending
    }
  }
}
