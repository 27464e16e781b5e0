import SluiceSpies

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
