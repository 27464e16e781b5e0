import SluiceSpies

/// What one client keeps on its device: the server's documents as last heard, and its own writes
/// not yet answered.
///
/// Documents that nothing needs any more are dropped as `CacheCollection` says. Source:
/// `Firestore/core/src/local/local_store.cc`.
package struct LocalStore: Sendable {
  var remote: [DocumentKey: CachedDocument] = [:]
  private var nextBatch = 1
  private var nextTarget = 1
  var targets: [TargetRecord] = []
  private var user: String?
  /// The writes of the users who are not signed in.
  var writesOfOthers: [String?: PendingBatches] = [:]
  var pending = PendingBatches()

  var use: DocumentUse
  /// The documents that the server counts to the results of the targets.
  var synced = ReferenceCounts()
  var shown = ShownDocuments()
  /// The targets that are listened to.
  var active: Set<TargetID> = []
  /// What was dropped since this was last asked.
  var dropped: Set<DocumentKey> = []

  /// An empty cache.
  ///
  /// - Parameter collection: When documents are dropped: by default as on disk.
  package init(collection: CacheCollection = .leastRecentlyUsed()) {
    use = DocumentUse(collection)
  }

  /// Begins anew with what is on the device: nothing where all was in memory.
  package mutating func restart() {
    if use.collection == .eager { self = LocalStore(collection: .eager) }
    shown = ShownDocuments()
    active = []
  }

  /// The writes that the server has not answered, oldest first.
  package var batches: [MutationBatch] { pending.inOrder }

  /// One document as the client shows it: the server's word with the client's own writes on it.
  package func document(_ key: DocumentKey) -> CachedDocument {
    pending.batches(of: key).reduce(remote[key] ?? CachedDocument(key: key)) { document, batch in
      batch.applied(to: document)
    }
  }

  /// All documents that a query would show, were there no limit, in the order of their keys.
  package func documents(matching shape: QueryShape) -> [CachedDocument] {
    if let key = shape.document {
      return [document(key)].filter(shape.matches)
    }
    return Set(remote.keys).union(pending.keys).sorted().map(document).filter(shape.matches)
  }

  private func documents(_ keys: some Sequence<DocumentKey>) -> [CachedDocument] {
    Set(keys).sorted().map(document)
  }
}

// MARK: - The client's own writes

extension LocalStore {
  /// Keeps writes until the server answers, and says how their documents look now.
  package mutating func write(
    _ mutations: [Mutation], at time: Timestamp
  ) -> (batch: MutationBatch, changed: [CachedDocument]) {
    let base = mutations.compactMap { $0.base(over: document($0.key)) }
    let batch = MutationBatch(id: nextBatch, mutations: mutations, time: time, base: base)
    nextBatch += 1
    use.begin()
    pending.append(batch)
    return (batch, documents(batch.keys))
  }

  /// Shows the writes of another user, and lets the others wait.
  ///
  /// - Returns: How the documents concerned look now; nil where the user is the same.
  package mutating func changeUser(to next: String?) -> [CachedDocument]? {
    guard next != user else { return nil }
    let before = pending.keys
    writesOfOthers[user] = pending
    pending = writesOfOthers.removeValue(forKey: next) ?? PendingBatches()
    user = next
    return documents(Set(before).union(pending.keys))
  }

  /// Moves the oldest batch into the server cache, and says how its documents look now.
  package mutating func acknowledge(_ id: BatchID, _ result: CommitResult) -> [CachedDocument] {
    use.begin()
    guard let batch = pending.take(id) else { return [] }
    for key in batch.keys {
      use.note(key)
      let before = remote[key] ?? CachedDocument(key: key)
      var document = before
      for (mutation, outcome) in zip(batch.mutations, result.outcomes)
      where mutation.key == key && before.version < outcome.version {
        document = mutation.acknowledged(
          on: document, results: outcome.transformed, version: outcome.version)
      }
      remote[key] = document
    }
    return ended(documents(batch.keys))
  }

  /// Forgets a batch that the server refused, and says how its documents look now.
  package mutating func reject(_ id: BatchID) -> [CachedDocument] {
    use.begin()
    guard let batch = pending.take(id) else { return [] }
    for key in batch.keys { use.note(key) }
    return ended(documents(batch.keys))
  }
}

// MARK: - The server's word

extension LocalStore {
  /// The record of a query that is listened to from now on, made where there is none.
  package mutating func target(for shape: QueryShape) -> TargetRecord {
    use.begin()
    if let record = targets.first(where: { $0.shape == shape }) {
      active.insert(record.id)
      return record
    }
    let record = TargetRecord(id: allocateTarget(), shape: shape, lastUsed: use.step)
    targets.append(record)
    active.insert(record.id)
    return record
  }

  /// A number for a target of which nothing is remembered.
  package mutating func allocateTarget() -> TargetID {
    defer { nextTarget += 1 }
    return nextTarget
  }

  /// The record of a target; nil for one of which nothing is remembered.
  package func target(_ id: TargetID) -> TargetRecord? {
    place(of: id).map { place in targets[place] }
  }

  /// Targets stand in the order of their numbers.
  func place(of id: TargetID) -> Int? {
    var low = 0
    var high = targets.count
    while low < high {
      WorkCounter.looked()
      let middle = (low + high) / 2
      if targets[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < targets.count && targets[low].id == id ? low : nil
  }

  /// Takes over what the server said, and says how the documents concerned look now.
  package mutating func apply(_ snapshot: WatchSnapshot) -> [CachedDocument] {
    use.begin()
    for (target, change) in snapshot.targets {
      guard let index = place(of: target) else { continue }
      for key in change.removed where targets[index].syncedKeys.remove(key) != nil {
        synced.remove(key)
        use.note(key)
      }
      for key in change.added where targets[index].syncedKeys.insert(key).inserted {
        synced.add(key)
        use.note(key)
      }
      targets[index].lastUsed = use.step
      if change.hasResumePoint { targets[index].resumePoint = snapshot.version }
    }
    // A document of no target was looked up, or left the results with its new contents.
    for document in snapshot.documents where !synced.contains(document.key) {
      use.note(document.key)
    }
    let changed = snapshot.documents.filter { document in
      if document.isManufacturedDelete { return remote.removeValue(forKey: document.key) != nil }
      let existing = remote[document.key] ?? CachedDocument(key: document.key)
      let isNews =
        existing.contents == .unread || document.version > existing.version
        || (document.version == existing.version && existing.origin == .acknowledgedWrite)
      if isNews { remote[document.key] = document }
      return isNews
    }
    return ended(documents(changed.map(\.key)))
  }

  /// Has a target asked for from the beginning next time.
  package mutating func forgetResumePoint(of id: TargetID) {
    guard let index = place(of: id) else { return }
    targets[index].resumePoint = nil
  }

  /// Forgets a document that the server will not speak of, and says how it looks now.
  package mutating func forget(_ key: DocumentKey) -> [CachedDocument] {
    use.begin()
    use.note(key)
    remote[key] = nil
    return ended(documents([key]))
  }
}

/// The number of a batch of writes at one client, growing in the order of the calls.
package typealias BatchID = Int

/// Writes of one call that the server has not answered; they are taken or refused together.
package struct MutationBatch: Equatable, Sendable {
  package let id: BatchID
  package let mutations: [Mutation]
  /// The client's time at the call.
  package let time: Timestamp
  /// Patches that put back what increments started from, ahead of the writes themselves.
  let base: [Mutation]

  /// The documents written, each once, in the order of the writes.
  package var keys: [DocumentKey] {
    mutations.map(\.key).reduce(into: []) { keys, key in
      if !keys.contains(key) { keys.append(key) }
    }
  }

  /// A document as the client shows it with this batch.
  func applied(to document: CachedDocument) -> CachedDocument {
    (base + mutations).filter { $0.key == document.key }.reduce(document) { document, mutation in
      mutation.appliedLocally(to: document, at: time)
    }
  }
}

/// What the server decided for a batch that it took.
package struct CommitResult: Equatable, Sendable {
  /// What the server decided for one write.
  package struct Outcome: Equatable, Sendable {
    /// The commit that last changed the document: an older one where the write changed nothing.
    package let version: Version
    /// The values of the write's transforms, in their order.
    package let transformed: [DocumentValue]

    package init(version: Version, transformed: [DocumentValue] = []) {
      self.version = version
      self.transformed = transformed
    }
  }

  package let outcomes: [Outcome]

  package init(outcomes: [Outcome]) {
    self.outcomes = outcomes
  }
}

/// What a client remembers of a query that it has listened to, also after the last listener went.
package struct TargetRecord: Equatable, Sendable {
  package let id: TargetID
  package let shape: QueryShape
  /// The documents that the server counts to the results.
  package var syncedKeys: Set<DocumentKey> = []
  /// The server's version when the results were last in sync; nil where they never were.
  package var resumePoint: Version?
  /// The step of the cache in which it was last made, told something, or let go.
  var lastUsed = 0
}

/// Documents by their keys, which are changed in place.
///
/// One that is changed while somebody else holds it is copied first, at a step for each document:
/// so a test sees whether a write that concerns one document costs as much as all of them.
struct DocumentTable: Sendable {
  /// Held once for each copy of the table, as what the table itself keeps its documents in is.
  private final class Holder: Sendable {}

  private var byKey: [DocumentKey: CachedDocument] = [:]
  private var holder = Holder()

  /// All documents, in no order.
  var values: some Sequence<CachedDocument> { byKey.values }

  subscript(key: DocumentKey) -> CachedDocument? {
    get { byKey[key] }
    set {
      if !isKnownUniquelyReferenced(&holder) {
        WorkCounter.looked(byKey.count)
        holder = Holder()
      }
      WorkCounter.looked()
      byKey[key] = newValue
    }
  }
}

/// The batches of one user that the server has not answered, found by the documents that they
/// write: so a document is shown at the cost of its own writes, however many others are pending.
struct PendingBatches: Sendable {
  private var batches: [BatchID: MutationBatch] = [:]
  /// The batches of each document that any of them writes, oldest first.
  private var byDocument: [DocumentKey: [BatchID]] = [:]

  /// All of them, oldest first.
  var inOrder: [MutationBatch] {
    batches.values.sorted { one, other in one.id < other.id }
  }

  /// The documents that they write, in no order.
  var keys: some Collection<DocumentKey> { byDocument.keys }

  /// Whether any of them writes a document.
  func contains(_ key: DocumentKey) -> Bool { byDocument[key] != nil }

  /// Those that write a document, oldest first.
  func batches(of key: DocumentKey) -> [MutationBatch] {
    let ids = byDocument[key] ?? []
    WorkCounter.looked(ids.count)
    return ids.compactMap { id in batches[id] }
  }

  /// Adds one whose number is greater than all others.
  mutating func append(_ batch: MutationBatch) {
    batches[batch.id] = batch
    for key in batch.keys { byDocument[key, default: []].append(batch.id) }
  }

  /// Takes one out; nil for one that is not there.
  mutating func take(_ id: BatchID) -> MutationBatch? {
    guard let batch = batches.removeValue(forKey: id) else { return nil }
    for key in batch.keys {
      WorkCounter.looked(byDocument[key]?.count ?? 0)
      byDocument[key]?.removeAll { other in other == id }
      if byDocument[key]?.isEmpty == true { byDocument[key] = nil }
    }
    return batch
  }
}
