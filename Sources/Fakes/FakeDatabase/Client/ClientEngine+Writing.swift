// MARK: - Writes

extension ClientEngine {
  /// Writes: listeners see it at once, the server when it gets there.
  ///
  /// - Parameters:
  ///   - request: The write, with values in it that the server decides.
  ///   - id: By what the caller is told the end.
  ///   - milliseconds: The server's time as the client knows it.
  mutating func write(_ request: DatabaseWrite, _ id: RequestID, milliseconds: Int64) {
    let write = Write(id: nextWrite(), request: request, owner: .request(id))
    switch resolved(request, milliseconds) {
    case .set(let path, let node): raise(sync.set(path, to: node, id: write.id))
    case .update(let path, let nodes):
      raise(sync.update(path, with: CompoundWrite(nodes), id: write.id))
    }
    writes.append(write)
    for (path, _) in request.changes { abortTransactions(at: path, .overriddenBySet) }
    ask(.write(write.id, request, expecting: nil))
  }

  /// The server answered a write: what listeners see follows from what it has, and the caller is
  /// told.
  mutating func writeAnswered(_ id: WriteID, _ error: DatabaseError?) {
    guard let place = writes.firstIndex(where: { $0.id == id }) else { return }
    let write = writes.take(at: place)
    switch write.owner {
    case .request(let request):
      let events = sync.settle(id, isRefused: error != nil)
      if !events.isEmpty { rerunTransactions(at: write.request.path) }
      raise(events)
      want(.complete(request, error))
    case .transaction(let transaction, _): transactionAnswered(transaction, error)
    }
  }

  /// Reverts all writes that the server has not answered.
  mutating func purgeWrites() {
    let purged = writes
    writes = []
    raise(sync.refuseAllWrites())
    let error = DatabaseError(.writeCancelled)
    for write in purged {
      if case .request(let request) = write.owner { want(.complete(request, error)) }
    }
    for transaction in transactions { conclude(transaction, error) }
  }

  /// The write with the server's values guessed.
  private func resolved(_ write: DatabaseWrite, _ milliseconds: Int64) -> DatabaseWrite {
    switch write {
    case .set(let path, let node): .set(path, guess(node, at: path, milliseconds))
    case .update(let path, let nodes):
      .update(
        path,
        Dictionary(
          uniqueKeysWithValues: nodes.map { below, node in
            (below, guess(node, at: path.appending(below), milliseconds))
          }))
    }
  }

  func guess(_ node: TreeNode, at path: TreePath, _ milliseconds: Int64) -> TreeNode {
    node.resolved(milliseconds: milliseconds, over: sync.latest(at: path))
  }
}

// MARK: - At the end of the connection

extension ClientEngine {
  /// Has the server write at the end of the connection, or takes that back.
  mutating func deferWrite(_ request: DeferredRequest) {
    deferredRequests.append(request)
    ask(request.request)
  }

  /// The server noted or refused something for the end of the connection.
  mutating func deferralAnswered(_ id: RequestID, _ error: DatabaseError?) {
    guard let place = deferredRequests.firstIndex(where: { $0.id == id }) else { return }
    let request = deferredRequests.remove(at: place)
    if error == nil {
      switch request.kind {
      case .write(let write):
        for (path, node) in write.changes { deferred.remember(node, at: path) }
      case .forget(let path): deferred.forget(at: path)
      }
    }
    want(.complete(id, error))
  }
}

extension ClientEngine.DeferredRequest {
  /// What the server is asked.
  var request: ClientRequest {
    switch kind {
    case .write(let write): .postpone(id, write)
    case .forget(let path): .forget(id, path)
    }
  }
}
