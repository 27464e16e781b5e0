import SluiceSpies

// MARK: - What needs a document

extension LocalStore {
  /// Whether a write that waits for the server or a view needs a document, whatever the server
  /// counts to results.
  private func isPinned(_ key: DocumentKey) -> Bool {
    shown.contains(key) || pending.contains(key)
      || writesOfOthers.values.contains { batches in batches.contains(key) }
  }

  /// Ends a step that let go of documents: those that nothing needs any more are dropped where the
  /// cache is in memory.
  ///
  /// - Parameter changed: How the documents looked within the step, which is how views are told.
  /// - Returns: The same.
  mutating func ended(_ changed: [CachedDocument] = []) -> [CachedDocument] {
    for key in use.takeReleased() where !synced.contains(key) && !isPinned(key) { drop(key) }
    return changed
  }

  private mutating func drop(_ key: DocumentKey) {
    WorkCounter.looked()
    if remote.removeValue(forKey: key) != nil { dropped.insert(key) }
    use.forget(key)
  }

  /// The documents that were dropped since this was last asked, and are not back.
  mutating func takeDropped() -> Set<DocumentKey> {
    guard !dropped.isEmpty else { return [] }
    defer { dropped = [] }
    return dropped.filter { key in remote[key] == nil && !pending.contains(key) }
  }

  /// Takes in what views show now.
  ///
  /// The first state of a view is not among them, as in the SDK, whose
  /// `InitializeViewAndComputeSnapshot` keeps no references.
  ///
  /// Source: `NotifyLocalViewChanges` in `Firestore/core/src/local/local_store.cc`.
  mutating func show(_ changes: [ShownChange]) {
    guard !changes.isEmpty else { return }
    use.begin()
    for change in changes {
      for key in change.removed {
        use.note(key)
        shown.remove(key, from: change.target)
      }
      for key in change.added { shown.add(key, to: change.target) }
    }
    _ = ended()
  }

  /// Lets go of a target that has no listener any more: in memory all of it is forgotten, on disk
  /// it stays until it is collected.
  ///
  /// Source: `ReleaseTarget` in `Firestore/core/src/local/local_store.cc`.
  package mutating func release(_ id: TargetID) {
    use.begin()
    active.remove(id)
    for key in shown.removeAll(of: id) { use.note(key) }
    if let place = place(of: id) {
      switch use.collection {
      case .eager: removeTarget(at: place)
      case .leastRecentlyUsed: targets[place].lastUsed = use.step
      }
    }
    _ = ended()
  }

  /// Forgets a target, and lets go of its documents.
  private mutating func removeTarget(at place: Int) {
    for key in targets.remove(at: place).syncedKeys {
      synced.remove(key)
      if use.collection == .eager { use.note(key) }
    }
  }
}

// MARK: - The cache on disk

extension LocalStore {
  /// Drops the targets and documents that were needed least recently, where the cache is large.
  ///
  /// So many in a hundred of the targets, and of the documents that are in no target's results, are
  /// looked at, those first that were needed the longest time ago. What is listened to, shown or
  /// written to stays. A cache in memory has nothing left to drop.
  ///
  /// - Parameter other: Thresholds in place of those of the cache.
  /// - Returns: Whether anything was dropped.
  package mutating func collect(_ other: CollectionThresholds? = nil) -> Bool {
    guard case .leastRecentlyUsed(let own) = use.collection else { return false }
    let thresholds = other ?? own
    guard storedSize >= thresholds.minimumBytes else { return false }
    let steps = targets.map(\.lastUsed) + orphans.map(\.value)
    let count = min(steps.count * thresholds.percentile / 100, thresholds.maximumCount)
    guard count > 0 else { return false }
    let newest = steps.sorted()[count - 1]
    let before = (targets.count, remote.count)
    use.begin()
    for place in targets.indices.reversed()
    where targets[place].lastUsed <= newest && !active.contains(targets[place].id) {
      removeTarget(at: place)
    }
    for (key, step) in orphans where step <= newest && !isPinned(key) { drop(key) }
    return before != (targets.count, remote.count)
  }

  /// The documents that are in no target's results, in no order, with the steps in which they were
  /// last needed.
  private var orphans: [(key: DocumentKey, value: Int)] {
    use.lastUsed.filter { key, _ in !synced.contains(key) }
  }

  /// The bytes that documents and writes take.
  var storedSize: Int {
    WorkCounter.looked(remote.count)
    let batches = ([pending] + writesOfOthers.values).flatMap(\.inOrder)
    return remote.values.reduce(0) { size, document in size + document.storedSize }
      + batches.reduce(0) { size, batch in size + batch.storedSize }
  }
}
