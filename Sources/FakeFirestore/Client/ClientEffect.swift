/// What a client's engine wants done, in this order.
package enum ClientEffect: Sendable {
  /// Tell a listener a snapshot.
  case deliver(ListenerID, ViewSnapshot)
  /// Tell a listener the error that ends it.
  case fail(ListenerID, FirestoreErrorCode)
  /// Tell the caller of a write what the server decided; nil for success.
  case complete(BatchID, FirestoreErrorCode?)
  /// Try to connect to the server.
  case connect
  /// Give up connecting.
  case disconnect
  /// Wake the engine in ten seconds, should the server not have answered.
  case startOfflineTimer
  /// The wake-up is not needed any more.
  case stopOfflineTimer
  /// Wake the engine in sixty seconds, should nothing be listened to until then.
  case startIdleTimer
  /// That wake-up is not needed any more.
  case stopIdleTimer
  /// Ask the server for a query, on the open connection.
  case listen(TargetID, QueryShape, resume: TargetRecord?)
  /// Tell the server that a query is not needed any more.
  case unlisten(TargetID)
  /// Send a batch when there is a network.
  case write(MutationBatch)
  /// Send all batches anew after a while; at once the longest where the server is overburdened.
  case retryWrites(isOverburdened: Bool)
}

/// The number of one listener at one client, in the order of the adds.
package typealias ListenerID = Int
