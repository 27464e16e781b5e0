import SluiceSpies

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
