extension ClientEngine {
  /// Opens a connection, unless there is one or none is allowed.
  mutating func connectIfNeeded() {
    guard isOnline, connection == .closed else { return }
    connection = .opening
    want(.connect)
  }

  /// The connection stands: the server is asked for everything that is listened to, then told what
  /// was written meanwhile, then what it shall do at the end.
  mutating func connected() {
    guard connection == .opening else { return }
    connection = .open
    for listen in listens { want(.send(.listen(listen.query, tag: listen.tag))) }
    for write in writes { want(.send(request(of: write))) }
    for request in deferredRequests { want(.send(request.request)) }
  }

  /// The connection is gone: the client shows what the server now writes for it, and transactions
  /// on their way are lost.
  ///
  /// - Parameter milliseconds: The server's time as the client knows it.
  mutating func disconnected(milliseconds: Int64) {
    guard connection != .closed else { return }
    let wasOpen = connection == .open
    connection = .closed
    want(.disconnect)
    guard wasOpen else { return }
    loseTransactions()
    let left = deferred
    deferred = DeferredWrites()
    left.visit { path, node in
      raise(sync.serverSet(path, to: guess(node, at: path, milliseconds)))
      abortTransactions(at: path, .overriddenBySet)
    }
  }

  private func request(of write: Write) -> ClientRequest {
    switch write.owner {
    case .request: .write(write.id, write.request, expecting: nil)
    case .transaction(_, let base): .write(write.id, write.request, expecting: base)
    }
  }
}
