/// The number of a client at the server.
package typealias ClientID = Int

/// The server that all clients share: the documents, the rules, and who listens to what.
///
/// A pure state machine without time: whoever drives it decides when a request arrives and when an
/// answer does. Each commit gets the next version; a write that changes nothing keeps the old one,
/// as in the product.
package struct Server: Sendable {
  /// One query that a client listens to.
  struct Target: Sendable {
    let id: TargetID
    let shape: QueryShape
    var keys: Set<DocumentKey>
  }

  /// A listen that the server ended.
  package struct Refusal: Equatable, Sendable {
    package let client: ClientID
    package let target: TargetID
    package let error: FirestoreErrorCode
  }

  /// The last commit.
  package internal(set) var version: Version = 0
  var documents: [DocumentKey: CachedDocument] = [:]
  var denials: [Denial] = []
  var clients: [ClientID: [Target]] = [:]

  package init() {}

  /// The fields of a document; nil where it does not exist.
  package func fields(of key: DocumentKey) -> Fields? {
    documents[key]?.fields
  }

  /// The targets that a client listens to, in the order of their listens.
  package func targets(of client: ClientID) -> [TargetID] {
    clients[client, default: []].map(\.id)
  }
}

// MARK: - Rules

extension Server {
  /// Adds a rule, and ends the listens that it refuses, by client and in the order of their
  /// listens.
  package mutating func deny(_ denial: Denial) -> [Refusal] {
    denials.append(denial)
    var refusals: [Refusal] = []
    for client in clients.keys.sorted() {
      for target in clients[client, default: []] where denial.refusesReading(target.shape) {
        refusals.append(Refusal(client: client, target: target.id, error: denial.error))
      }
      clients[client]?.removeAll { denial.refusesReading($0.shape) }
    }
    return refusals
  }

  /// Takes back every rule at exactly this path.
  package mutating func allow(_ path: ResourcePath) {
    denials.removeAll { $0.path == path }
  }
}
