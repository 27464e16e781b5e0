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
