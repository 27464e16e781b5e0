import SluiceSimulation

/// What a scenario has a client do; where the public calls stop the process, the caller has checked
/// before.
extension Database {
  /// A query.
  package func query(_ specification: QuerySpecification) -> DatabaseQuery {
    DatabaseQuery(specification, of: self)
  }

  /// Writes, and tells the end.
  package func write(
    _ write: DatabaseWrite, completion: @escaping ((any Error)?) -> Void
  ) {
    backend.write(write, completion: CallbackBox(completion))
  }

  /// Has the server write at the end of the connection, and tells when that is noted.
  package func writeOnDisconnect(
    _ write: DatabaseWrite, completion: @escaping ((any Error)?) -> Void
  ) {
    backend.writeOnDisconnect(write, completion: CallbackBox(completion))
  }
}

extension DatabaseReference {
  /// Writes what a function makes of the present data, nothing where it makes nothing.
  package func transact(
    showingLocalEvents: Bool, _ decide: @escaping (TreeNode) -> TreeNode?,
    completion: @escaping ((any Error)?, Bool, DataSnapshot?) -> Void
  ) {
    runTransactionBlock(
      { data in
        guard let node = decide(data.node) else { return .abort() }
        data.node = node
        return .success(withValue: data)
      }, andCompletionBlock: completion, withLocalEvents: showingLocalEvents)
  }
}
