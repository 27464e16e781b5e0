/// What a change to the listeners leads to.
package struct SyncOutcome: Sendable {
  /// What listeners are told, in this order.
  package var events: [SyncEvent] = []
  /// What the server is asked, in this order.
  package var effects: [SyncEffect] = []
}

/// The number that stands for a query of a part of a place between client and server.
package typealias QueryTag = Int

/// Something to ask the server.
///
/// A query of a whole place goes without a tag and in no order, whatever its listeners' order is.
package enum SyncEffect: Hashable, Sendable {
  case startListening(QuerySpecification, tag: QueryTag?)
  case stopListening(QuerySpecification, tag: QueryTag?)
}
