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
  }

  package let outcomes: [Outcome]
}
