import SluiceSpies

/// When each document of a cache was last needed, as far as its collection has to know.
struct DocumentUse: Sendable {
  let collection: CacheCollection
  /// The number of the store's step, by which steps are earlier and later.
  private(set) var step = 0
  /// The step in which a query or a write last took up or let go of each document; none where
  /// documents are dropped at once.
  private(set) var lastUsed: [DocumentKey: Int] = [:]
  /// The documents that were let go of in this step, where they are dropped at once.
  private var released: Set<DocumentKey> = []

  init(_ collection: CacheCollection) {
    self.collection = collection
  }

  /// The store begins a step.
  mutating func begin() { step += 1 }

  /// Something takes up a document, or lets go of it.
  mutating func note(_ key: DocumentKey) {
    WorkCounter.looked()
    switch collection {
    case .eager: released.insert(key)
    case .leastRecentlyUsed: lastUsed[key] = step
    }
  }

  /// The documents of this step that may not be needed any more, each once.
  mutating func takeReleased() -> Set<DocumentKey> {
    defer { released = [] }
    return released
  }

  /// Forgets when a document was last needed, as it is dropped.
  mutating func forget(_ key: DocumentKey) { lastUsed[key] = nil }
}
