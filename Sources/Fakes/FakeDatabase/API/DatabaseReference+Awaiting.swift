/// The forms that wait for the server, which Swift makes of the SDK's completion blocks.
///
/// Each returns once the server took the write, however long the client is offline. A cancelled
/// task waits on, as with the SDK. Source:
/// `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRDatabaseReference.h`.
extension DatabaseReference {
  /// Replaces everything at the place; the client shows it at once.
  ///
  /// - Parameter value: The data: `nil`, numbers, texts, truths, arrays and dictionaries of them.
  /// - Returns: The place.
  /// - Throws: `DatabaseError` where the server refused it, or the client gave it up.
  @discardableResult
  public func setValue(_ value: Any?) async throws -> DatabaseReference {
    try await awaiting { setValue(value, withCompletionBlock: $0) }
  }

  /// Replaces everything at the place, and its priority.
  ///
  /// - Parameters:
  ///   - value: The data.
  ///   - priority: A number, a text or `nil`.
  /// - Returns: The place.
  /// - Throws: `DatabaseError` where the server refused it, or the client gave it up.
  @discardableResult
  public func setValue(
    _ value: Any?, andPriority priority: Any?
  ) async throws -> DatabaseReference {
    try await awaiting { setValue(value, andPriority: priority, withCompletionBlock: $0) }
  }

  /// Removes everything at the place.
  ///
  /// - Returns: The place.
  /// - Throws: `DatabaseError` where the server refused it, or the client gave it up.
  @discardableResult
  public func removeValue() async throws -> DatabaseReference {
    try await awaiting { removeValue(completionBlock: $0) }
  }

  /// Replaces the priority and leaves the data.
  ///
  /// - Parameter priority: A number, a text or `nil`.
  /// - Returns: The place.
  /// - Throws: `DatabaseError` where the server refused it, or the client gave it up.
  @discardableResult
  public func setPriority(_ priority: Any?) async throws -> DatabaseReference {
    try await awaiting { setPriority(priority, withCompletionBlock: $0) }
  }

  /// Replaces what is at some paths below, all of it or nothing.
  ///
  /// - Parameter values: Paths with their data.
  /// - Returns: The place.
  /// - Throws: `DatabaseError` where the server refused it, or the client gave it up.
  @discardableResult
  public func updateChildValues(_ values: [AnyHashable: Any]) async throws -> DatabaseReference {
    try await awaiting { updateChildValues(values, withCompletionBlock: $0) }
  }

  /// Writes what a block makes of the present data, again and again until the server's are the ones
  /// that it saw.
  ///
  /// - Parameter block: Changes the data, or gives up.
  /// - Returns: Whether it was written, and the data.
  /// - Throws: `DatabaseError` where the transaction failed.
  @discardableResult
  public func runTransactionBlock(
    _ block: @escaping (MutableData) -> TransactionResult
  ) async throws -> (Bool, DataSnapshot) {
    let outcome: (Bool, DataSnapshot?) = try await withCheckedThrowingContinuation { continuation in
      runTransactionBlock(
        block,
        andCompletionBlock: { error, isCommitted, snapshot in
          if let error {
            continuation.resume(throwing: error)
          } else {
            continuation.resume(returning: (isCommitted, snapshot))
          }
        })
    }
    return (outcome.0, outcome.1 ?? DataSnapshot(.empty, of: self, by: .priority))
  }
}

/// What waits until the server has noted something for the end of the connection.
extension DatabaseReference {
  /// Has the server replace everything at the place when this client's connection ends.
  ///
  /// - Parameter value: The data.
  /// - Returns: The place.
  /// - Throws: `DatabaseError` where the server refused it.
  @discardableResult
  public func onDisconnectSetValue(_ value: Any?) async throws -> DatabaseReference {
    try await awaiting { onDisconnectSetValue(value, withCompletionBlock: $0) }
  }

  /// Has the server replace everything at the place when this client's connection ends.
  ///
  /// - Parameters:
  ///   - value: The data.
  ///   - priority: A number, a text or `nil`.
  /// - Returns: The place.
  /// - Throws: `DatabaseError` where the server refused it.
  @discardableResult
  public func onDisconnectSetValue(
    _ value: Any?, andPriority priority: Any?
  ) async throws -> DatabaseReference {
    try await awaiting {
      onDisconnectSetValue(value, andPriority: priority, withCompletionBlock: $0)
    }
  }

  /// Has the server remove everything at the place when this client's connection ends.
  ///
  /// - Returns: The place.
  /// - Throws: `DatabaseError` where the server refused it.
  @discardableResult
  public func onDisconnectRemoveValue() async throws -> DatabaseReference {
    try await awaiting { onDisconnectRemoveValue(completionBlock: $0) }
  }

  /// Has the server replace what is at some paths below when this client's connection ends.
  ///
  /// - Parameter values: Paths with their data.
  /// - Returns: The place.
  /// - Throws: `DatabaseError` where the server refused it.
  @discardableResult
  public func onDisconnectUpdateChildValues(
    _ values: [AnyHashable: Any]
  ) async throws -> DatabaseReference {
    try await awaiting { onDisconnectUpdateChildValues(values, withCompletionBlock: $0) }
  }

  /// Takes back everything that the server was to write at the place and below.
  ///
  /// - Returns: The place.
  /// - Throws: `DatabaseError` where the server refused it.
  @discardableResult
  public func cancelDisconnectOperations() async throws -> DatabaseReference {
    try await awaiting { cancelDisconnectOperations(completionBlock: $0) }
  }

  /// Waits for the end of a write that is begun with a completion.
  private func awaiting(_ begin: (@escaping Completion) -> Void) async throws -> DatabaseReference {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<_, any Error>) in
      begin { error, _ in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
    }
    return self
  }
}

extension DatabaseQuery {
  /// Reads what the query shows, once: at once where a listener keeps it known, else at the server.
  ///
  /// - Returns: The data.
  /// - Throws: `DatabaseReadError` without a connection within three seconds, and where the server
  ///   refuses.
  @discardableResult
  public func getData() async throws -> DataSnapshot {
    try await withCheckedThrowingContinuation { continuation in
      getData { error, snapshot in
        if let snapshot {
          continuation.resume(returning: snapshot)
        } else {
          continuation.resume(throwing: error ?? DatabaseError(.unavailable))
        }
      }
    }
  }
}
