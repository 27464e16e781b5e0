import SluiceSpies

/// How often each document of a cache is referred to.
///
/// A document is looked up at one step, however many there are.
struct ReferenceCounts: Sendable {
  private var counts: [DocumentKey: Int] = [:]

  /// Whether anything refers to a document.
  func contains(_ key: DocumentKey) -> Bool {
    WorkCounter.looked()
    return counts[key] != nil
  }

  /// Takes in one more reference to a document.
  mutating func add(_ key: DocumentKey) { counts[key, default: 0] += 1 }

  /// Takes in that a reference to a document is gone.
  mutating func remove(_ key: DocumentKey) {
    guard let count = counts[key] else { preconditionFailure("nothing refers to \(key)") }
    counts[key] = count > 1 ? count - 1 : nil
  }
}

/// The documents that the views of each target show; those of a view's first state are no part of
/// it.
///
/// Views of one target share its references, so that the first one of them that lets go of a
/// document lets go for all. Source: `local_view_references_` in
/// `Firestore/core/src/local/local_store.cc`.
struct ShownDocuments: Sendable {
  private var byTarget: [TargetID: Set<DocumentKey>] = [:]
  private var counts = ReferenceCounts()

  /// Whether a view shows a document.
  func contains(_ key: DocumentKey) -> Bool { counts.contains(key) }

  /// Takes in that a view shows a document.
  mutating func add(_ key: DocumentKey, to target: TargetID) {
    if byTarget[target, default: []].insert(key).inserted { counts.add(key) }
  }

  /// Takes in that a view does not show a document any more.
  mutating func remove(_ key: DocumentKey, from target: TargetID) {
    if byTarget[target]?.remove(key) != nil { counts.remove(key) }
  }

  /// Takes in that a target has no view any more.
  ///
  /// - Returns: The documents that its views showed, in no order.
  mutating func removeAll(of target: TargetID) -> Set<DocumentKey> {
    let keys = byTarget.removeValue(forKey: target) ?? []
    for key in keys { counts.remove(key) }
    return keys
  }
}

/// What a new state of a view shows, and does not show any more.
struct ShownChange: Sendable {
  let target: TargetID
  let added: [DocumentKey]
  let removed: [DocumentKey]

  /// What a state of a view of a target changed.
  init(_ snapshot: ViewSnapshot, of target: TargetID) {
    self.target = target
    added = snapshot.changes.filter { $0.kind == .added }.map(\.document.key)
    removed = snapshot.changes.filter { $0.kind == .removed }.map(\.document.key)
  }
}
