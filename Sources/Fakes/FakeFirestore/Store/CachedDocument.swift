/// The number of a commit at the server, growing by one; zero for what the server never said.
package typealias Version = UInt64

/// What one client knows of one document, and how it knows.
package struct CachedDocument: Equatable, Sendable {
  /// What is known of the contents.
  package enum Contents: Equatable, Sendable {
    /// Nothing is known.
    case unread
    /// The document exists with these fields.
    case found(Fields)
    /// The document is known not to exist.
    case missing
    /// The document exists, its fields are not known: the server took an update to a document never
    /// read.
    case unknown
  }

  /// How the contents came to be.
  package enum Origin: Equatable, Sendable {
    /// The server said so.
    case server
    /// A write that the server has not answered is part of it.
    case localWrite
    /// An acknowledged write is part of it, and the server's own snapshot has not come yet.
    case acknowledgedWrite
  }

  package let key: DocumentKey
  package var version: Version
  package var contents: Contents
  package var origin: Origin

  package init(
    key: DocumentKey, version: Version = 0, contents: Contents = .unread,
    origin: Origin = .server
  ) {
    self.key = key
    self.version = version
    self.contents = contents
    self.origin = origin
  }

  /// The fields of a document that exists; nil for every other one.
  package var fields: Fields? {
    guard case .found(let fields) = contents else { return nil }
    return fields
  }

  package var exists: Bool { fields != nil }

  /// Whether this says that the document may not be shown any more, and not that it was deleted:
  /// the client that lost access makes it up.
  ///
  /// Source: `Firestore/core/src/local/local_store.cc` (`PopulateDocumentChanges`).
  var isManufacturedDelete: Bool { contents == .missing && version == 0 }
}

/// One consistent state of everything that a client listens to, as the server sends it.
package struct WatchSnapshot: Equatable, Sendable {
  /// The commit that this state includes, and all before it.
  package let version: Version
  /// The documents that the client should know anew, in the order of their keys.
  package var documents: [CachedDocument]
  /// What became of the targets; those not named are as they were.
  package var targets: [TargetID: TargetChange]
  /// The targets of which the server counts other results than the client.
  package var mismatched: Set<TargetID>
  /// How many documents the server counts to the results of targets that it did not follow for a
  /// while.
  package var filters: [TargetID: ExistenceFilter]

  package init(
    version: Version, documents: [CachedDocument] = [], targets: [TargetID: TargetChange] = [:],
    mismatched: Set<TargetID> = [], filters: [TargetID: ExistenceFilter] = [:]
  ) {
    self.mismatched = mismatched
    self.filters = filters
    self.version = version
    self.documents = documents
    self.targets = targets
  }
}

/// The number under which a client and the server speak of one query.
package typealias TargetID = Int

/// What the server says of one target in one of its snapshots.
package struct TargetChange: Equatable, Sendable {
  /// The documents that came into the results.
  package var added: Set<DocumentKey>
  /// The documents that left the results.
  package var removed: Set<DocumentKey>
  /// Whether the server has told everything up to this snapshot.
  package var isCurrent: Bool
  /// Whether the client could resume the target from here.
  package var hasResumePoint: Bool
  /// Whether this answers a listen, so that snapshots from before the listen were perhaps lost.
  package var answersListen: Bool

  package init(
    added: Set<DocumentKey> = [], removed: Set<DocumentKey> = [], isCurrent: Bool = true,
    hasResumePoint: Bool = true, answersListen: Bool = false
  ) {
    self.added = added
    self.removed = removed
    self.isCurrent = isCurrent
    self.hasResumePoint = hasResumePoint
    self.answersListen = answersListen
  }
}
