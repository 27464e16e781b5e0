/// Something that a client's engine wants done, outside of it and in this order.
enum ClientEffect: Sendable {
  /// A listener is told of data.
  case raise(DataEvent)
  /// A listener is told that it hears nothing any more.
  case cancel(RegistrationID, DatabaseError)
  /// The server is asked.
  case send(ClientRequest)
  /// A connection is opened.
  case connect
  /// The connection is closed.
  case disconnect
  /// A caller is told that what it asked for is done, or why not.
  case complete(RequestID, DatabaseError?)
  /// A transaction's block is asked what it makes of some data.
  case decide(TransactionID, TreeNode)
  /// A transaction's caller is told how it ended.
  case conclude(TransactionID, TransactionOutcome)
}

/// The number of something that a caller asked for and is told the end of.
typealias RequestID = Int

/// The number of a transaction at its client.
typealias TransactionID = Int

/// How a transaction ended.
struct TransactionOutcome: Sendable {
  /// Why it failed, if it did.
  let error: DatabaseError?
  /// Whether it was written.
  let isCommitted: Bool
  /// The data of the place then; nil with an error.
  let node: TreeNode?
}

/// What a client asks of the server.
enum ClientRequest: Sendable {
  case listen(QuerySpecification, tag: QueryTag?)
  case unlisten(QuerySpecification)
  /// A write; where something is expected, it is taken only if the place holds that.
  case write(WriteID, DatabaseWrite, expecting: TreeNode?)
  /// A write for the end of the connection.
  case postpone(RequestID, DatabaseWrite)
  /// An end of such writes, at a path and below it.
  case forget(RequestID, TreePath)
}
