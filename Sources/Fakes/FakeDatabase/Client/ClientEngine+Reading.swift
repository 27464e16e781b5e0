extension ClientEngine {
  /// A single read that the server has not answered.
  struct Read: Sendable {
    let id: RequestID
    let query: QuerySpecification
    /// Whether it was sent.
    ///
    /// One whose answer is lost with the connection is not sent again, as in the SDK.
    var isSent = false
  }

  /// Reads the data of a query: at once if they are known, else at the server.
  ///
  /// Source: `FirebaseDatabase/Sources/Core/FRepo.m` (`getData:withCompletionBlock:`).
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - id: The request, with which the caller is told the answer.
  mutating func read(_ query: QuerySpecification, _ id: RequestID) {
    if let node = sync.shownNode(of: query) { return want(.answer(id, .success(node))) }
    reads.append(Read(id: id, query: query))
    if connection == .open {
      sendReads()
    } else {
      want(.awaitConnection(id))
      connectIfNeeded()
    }
  }

  /// Sends the reads that were not sent before.
  mutating func sendReads() {
    for index in reads.indices where !reads[index].isSent {
      reads[index].isSent = true
      want(.send(.read(reads[index].id, reads[index].query)))
    }
  }

  /// Gives up a read for which there was no connection in time.
  mutating func readTimedOut(_ id: RequestID) {
    guard let index = reads.firstIndex(where: { $0.id == id && !$0.isSent }) else { return }
    let query = reads.remove(at: index).query
    want(.answer(id, .failure(DatabaseReadError(query, "Client is offline."))))
  }

  /// The server answered a read.
  ///
  /// The SDK also hands the data to the listeners at the place, who have them already: the server
  /// tells each client everything in order.
  mutating func readAnswered(_ id: RequestID, _ answer: Result<TreeNode, DatabaseError>) {
    guard let index = reads.firstIndex(where: { $0.id == id }) else { return }
    let query = reads.remove(at: index).query
    want(.answer(id, answer.mapError { error in DatabaseReadError(query, error.message) }))
  }
}
