package import SluiceSpies

/// The results of one query at one client, kept up to date from the client's cache and the server's
/// word.
///
/// Source: `Firestore/core/src/core/view.cc`.
package struct View: Sendable {
  /// What a pass over changed documents would make of the view.
  package struct Pass: Sendable {
    var documents: DocumentSet
    var changes: ChangeSet
    var pendingKeys: Set<DocumentKey>
    /// Whether a document left a full limit, so that the cache must be asked for one to take its
    /// place.
    package fileprivate(set) var needsRefill = false
  }

  package let shape: QueryShape
  package private(set) var documents: DocumentSet
  private var pendingKeys: Set<DocumentKey> = []
  /// What the server counts to the results.
  private var syncedKeys: Set<DocumentKey>
  /// Whether the server has said that it told everything.
  package private(set) var isCurrent = false
  /// Whether it shows what the server has, nothing left to look up; nil before anything was shown.
  package private(set) var isSynced: Bool?
  /// The documents whose acknowledged write is shown and of which the server's snapshot was lost.
  private var unconfirmed: Set<DocumentKey> = []
  /// The documents that were shown when the view was last current although the server does not
  /// count them to the results, in the order of the query.
  package private(set) var limbo: [DocumentKey] = []
  /// Whether the documents in limbo are known, but for those that the next state is about.
  private var isLimboKnown = false

  package init(shape: QueryShape, syncedKeys: Set<DocumentKey>) {
    self.shape = shape
    self.syncedKeys = syncedKeys
    documents = DocumentSet(shape: shape)
  }

  /// What these documents change, in the order of their keys; with `previous`, on top of a pass
  /// that needed a refill.
  package func pass(over updates: [CachedDocument], after previous: Pass? = nil) -> Pass {
    let old = previous?.documents ?? documents
    var result =
      previous ?? Pass(documents: documents, changes: ChangeSet(), pendingKeys: pendingKeys)
    result.needsRefill = false
    let edge = limitEdge(of: old)
    for document in updates {
      guard let change = change(to: document, from: old) else { continue }
      result.changes.add(change)
      if edge != nil, leavesLimit(change, edge: edge) { result.needsRefill = true }
      if change.kind == .removed {
        result.documents.remove(document.key)
        result.pendingKeys.remove(document.key)
        continue
      }
      result.documents.insert(document)
      if document.origin == .localWrite {
        result.pendingKeys.insert(document.key)
      } else {
        result.pendingKeys.remove(document.key)
      }
    }
    cutToLimit(&result)
    precondition(
      !result.needsRefill || previous == nil, "a refill of \(shape.path) needed a refill itself")
    return result
  }

  /// Takes a pass over, with what the server said of the target.
  ///
  /// - Parameters:
  ///   - pass: What became of the documents.
  ///   - target: What the server said of the target; nil for nothing.
  ///   - isReset: Whether the target is asked for anew, because the client has counted other
  ///     results than the server.
  /// - Returns: The new state; nil when nobody needs to know.
  package mutating func apply(
    _ pass: Pass, target: TargetChange? = nil, isReset: Bool = false
  ) -> ViewSnapshot? {
    let oldDocuments = documents
    documents = pass.documents
    pendingKeys = pass.pendingKeys
    if let target {
      syncedKeys.formUnion(target.added)
      syncedKeys.subtract(target.removed)
      isCurrent = target.isCurrent
    }
    unconfirmed.subtract(pass.changes.keys)
    updateLimbo(pass, target, isReset: isReset)
    let synced = isCurrent && limbo.isEmpty && !isReset
    let syncStateChanged = isSynced != synced
    isSynced = synced
    let changes = pass.changes.sorted(by: documents)
    guard !changes.isEmpty || syncStateChanged else { return nil }
    return ViewSnapshot(
      shape: shape, documents: documents, oldDocuments: oldDocuments, changes: changes,
      pendingKeys: pendingKeys, isFromCache: !synced, syncStateChanged: syncStateChanged,
      hasCachedResults: target?.hasResumePoint ?? false)
  }

  /// Looks into documents that are still shown with a local write although the store has none for
  /// them.
  ///
  /// The view holds back an acknowledged write because the server's snapshot of it follows. Where
  /// the connection broke in between, the answer to the next listen names the document if it
  /// belongs to the results; if not, it must be looked up.
  mutating func confirm(_ target: TargetChange, isPending: (DocumentKey) -> Bool) {
    let shown = documents.documents.filter { $0.origin == .localWrite }.map(\.key)
    isLimboKnown = false
    unconfirmed = Set(shown.filter { !target.added.contains($0) && !isPending($0) })
  }

  /// Stops being in sync because the client knows that it is offline; nil when it was not in sync.
  package mutating func goOffline() -> ViewSnapshot? {
    guard isCurrent else { return nil }
    isCurrent = false
    return apply(Pass(documents: documents, changes: ChangeSet(), pendingKeys: pendingKeys))
  }

  /// Finds out which documents are in limbo, by a look at those alone that may have come there or
  /// left it.
  private mutating func updateLimbo(_ pass: Pass, _ target: TargetChange?, isReset: Bool) {
    guard isCurrent, !isReset else {
      isLimboKnown = false
      return
    }
    guard isLimboKnown else {
      WorkCounter.looked(documents.count)
      limbo = documents.documents.filter(isInLimbo).map(\.key)
      isLimboKnown = true
      return
    }
    var touched = pass.changes.keys
    if let target { touched.formUnion(target.added.union(target.removed)) }
    WorkCounter.looked(touched.count + limbo.count)
    let left = limbo.filter { key in !touched.contains(key) }.compactMap { documents[$0] }
    let come = touched.compactMap { documents[$0] }.filter(isInLimbo)
    limbo = (left + come).sorted { documents.order(of: $0, $1) == .ascending }.map(\.key)
  }

  private func isInLimbo(_ document: CachedDocument) -> Bool {
    !syncedKeys.contains(document.key)
      && (document.origin != .localWrite || unconfirmed.contains(document.key))
  }
}

extension View {
  /// What became of one document, compared with the results before the pass.
  private func change(to document: CachedDocument, from old: DocumentSet) -> ViewChange? {
    let before = old[document.key]
    let after = shape.matches(document) ? document : nil
    switch (before, after) {
    case (nil, nil): return nil
    case (nil, .some(let after)): return ViewChange(.added, after)
    case (.some(let before), nil): return ViewChange(.removed, before)
    case (.some(let before), .some(let after)):
      if before.fields != after.fields {
        return waitsForServer(after, shown: before) ? nil : ViewChange(.modified, after)
      }
      let wasPending = pendingKeys.contains(after.key)
      let isPending =
        after.origin == .localWrite || (wasPending && after.origin == .acknowledgedWrite)
      return wasPending == isPending ? nil : ViewChange(.metadata, after)
    }
  }

  /// Whether an acknowledged write is held back, because the server's own snapshot of it will
  /// follow.
  private func waitsForServer(_ document: CachedDocument, shown: CachedDocument) -> Bool {
    shown.origin == .localWrite && document.origin == .acknowledgedWrite
  }

  /// The last document inside a full limit, seen from its open end; nil where there is room or no
  /// limit.
  private func limitEdge(of set: DocumentSet) -> CachedDocument? {
    guard let limit = shape.limit, set.count == limit.count else { return nil }
    return limit.end == .first ? set.documents.last : set.documents.first
  }

  /// Whether a change may let in a document that the limit kept out.
  private func leavesLimit(_ change: ViewChange, edge: CachedDocument?) -> Bool {
    guard let edge, let limit = shape.limit else { return false }
    switch change.kind {
    case .removed: return true
    case .added, .metadata: return false
    case .modified:
      let order = documents.order(of: change.document, edge)
      return order == (limit.end == .first ? .descending : .ascending)
    }
  }

  private func cutToLimit(_ pass: inout Pass) {
    guard let limit = shape.limit else { return }
    while pass.documents.count > limit.count {
      let edge =
        limit.end == .first ? pass.documents.documents.last : pass.documents.documents.first
      guard let edge else { return }
      pass.documents.remove(edge.key)
      pass.pendingKeys.remove(edge.key)
      pass.changes.add(ViewChange(.removed, edge))
    }
  }
}

/// The documents of a view, in the order of its query.
///
/// A sorted array with the contents beside it: a place is found by binary search, and a copy shares
/// its storage.
package struct DocumentSet: Sendable {
  /// From how many documents on it is cheaper to take out all at once.
  private static let manyKeys = 16

  private let shape: QueryShape
  private let orders: [SortOrder]
  private var contents: [DocumentKey: CachedDocument] = [:]

  /// The documents in order.
  package private(set) var documents: [CachedDocument] = []

  package init(shape: QueryShape) {
    self.shape = shape
    orders = shape.orders
  }

  /// What a query finds among documents, its limit aside.
  init(shape: QueryShape, of documents: some Sequence<CachedDocument>) {
    self.init(shape: shape)
    let found = documents.filter(shape.matches)
    self.documents = found.sorted { left, right in order(of: left, right) == .ascending }
    contents = Dictionary(uniqueKeysWithValues: found.map { document in (document.key, document) })
  }

  /// Those that the query's limit leaves, in order.
  var withinLimit: ArraySlice<CachedDocument> {
    guard let limit = shape.limit else { return documents[...] }
    return limit.end == .first ? documents.prefix(limit.count) : documents.suffix(limit.count)
  }

  package var count: Int { documents.count }

  package var isEmpty: Bool { documents.isEmpty }

  package subscript(key: DocumentKey) -> CachedDocument? { contents[key] }

  /// The index of a document; nil where it is not in the set.
  package func index(of key: DocumentKey) -> Int? {
    contents[key].map(place(of:))
  }

  /// Puts a document in its place, taking an older content of it out first.
  package mutating func insert(_ document: CachedDocument) {
    remove(document.key)
    documents.insert(document, at: place(of: document))
    contents[document.key] = document
  }

  /// Takes in what became of a document: it is in the set if the query finds it.
  mutating func keepUp(with document: CachedDocument) {
    if shape.matches(document) { insert(document) } else { remove(document.key) }
  }

  /// What may change a view that shows these documents, in the order of the keys: the contents here
  /// of what it shows, and so many from the end of the limit that its places are filled.
  func refill(of shown: DocumentSet) -> [CachedDocument] {
    var result = shown.documents.compactMap { document in self[document.key] }
    let room = (shape.limit?.count ?? 0) + shown.count
    let next =
      shape.limit?.end == .last ? documents.suffix(room) : documents.prefix(room)
    result += next.filter { document in shown[document.key] == nil }
    return result.sorted { left, right in left.key < right.key }
  }

  /// Takes documents out, at the cost of a look at each of the set where they are many.
  mutating func remove(_ keys: Set<DocumentKey>) {
    guard keys.count > Self.manyKeys else {
      for key in keys { remove(key) }
      return
    }
    documents.removeAll { document in keys.contains(document.key) }
    for key in keys { contents[key] = nil }
  }

  package mutating func remove(_ key: DocumentKey) {
    guard let document = contents.removeValue(forKey: key) else { return }
    documents.remove(at: place(of: document))
  }

  /// The order of two documents in this set.
  package func order(of left: CachedDocument, _ right: CachedDocument) -> Ordering {
    shape.order(of: left, right, by: orders)
  }

  /// The index of the first document that does not come before this one.
  private func place(of document: CachedDocument) -> Int {
    var low = 0
    var high = documents.count
    while low < high {
      let middle = (low + high) / 2
      if order(of: documents[middle], document) == .ascending {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
