/// The forms that wait for the server, which Swift makes of the SDK's completion blocks.
///
/// A write returns once the server took it, however long the client is offline. A cancelled task
/// waits on, as with the SDK. Sources:
/// `Firestore/Source/Public/FirebaseFirestore/{FIRDocumentReference,FIRQuery,FIRWriteBatch}.h`,
/// `Firestore/Swift/Source/AsyncAwait/CollectionReference+AsyncAwait.swift`.
extension DocumentReference {
  /// Replaces the document.
  ///
  /// - Parameter documentData: Its fields.
  /// - Throws: `FirestoreErrorCode` where the server refused it.
  public func setData(_ documentData: [String: Any]) async throws {
    try await awaiting { setData(documentData, completion: $0) }
  }

  /// Replaces the document, or merges fields into it.
  ///
  /// - Parameters:
  ///   - documentData: The fields.
  ///   - merge: Whether they are merged into the document.
  /// - Throws: `FirestoreErrorCode` where the server refused it.
  public func setData(_ documentData: [String: Any], merge: Bool) async throws {
    try await awaiting { setData(documentData, merge: merge, completion: $0) }
  }

  /// Merges the named fields of some data into the document.
  ///
  /// - Parameters:
  ///   - documentData: The fields.
  ///   - mergeFields: Those that are merged, each a dotted path or a `FieldPath`.
  /// - Throws: `FirestoreErrorCode` where the server refused it.
  public func setData(_ documentData: [String: Any], mergeFields: [Any]) async throws {
    try await awaiting { setData(documentData, mergeFields: mergeFields, completion: $0) }
  }

  /// Writes some fields of a document that must exist.
  ///
  /// - Parameter fields: The fields; a key is a dotted path or a `FieldPath`.
  /// - Throws: `FirestoreErrorCode` where the server refused it.
  public func updateData(_ fields: [AnyHashable: Any]) async throws {
    try await awaiting { updateData(fields, completion: $0) }
  }

  /// Deletes the document.
  ///
  /// - Throws: `FirestoreErrorCode` where the server refused it.
  public func delete() async throws {
    try await awaiting { delete(completion: $0) }
  }

  /// Reads the document once.
  ///
  /// - Parameter source: Where the answer comes from.
  /// - Returns: The document.
  /// - Throws: `FirestoreErrorCode`, as `unavailable` where the source has no answer.
  @discardableResult
  public func getDocument(source: FirestoreSource = .default) async throws -> DocumentSnapshot {
    try await awaitingResult { getDocument(source: source, completion: $0) }
  }
}

extension WriteBatch {
  /// Makes the writes.
  ///
  /// - Throws: `FirestoreErrorCode` where the server refused them.
  public func commit() async throws {
    try await awaiting { commit(completion: $0) }
  }
}

extension Query {
  /// Finds the results once.
  ///
  /// - Parameter source: Where the answer comes from.
  /// - Returns: The results.
  /// - Throws: `FirestoreErrorCode`, as `unavailable` where the source has no answer.
  @discardableResult
  public func getDocuments(source: FirestoreSource = .default) async throws -> QuerySnapshot {
    try await awaitingResult { getDocuments(source: source, completion: $0) }
  }
}

extension CollectionReference {
  /// Makes a new document with an id of its own.
  ///
  /// - Parameter data: Its fields.
  /// - Returns: The new document.
  /// - Throws: `FirestoreErrorCode` where the server refused it.
  @discardableResult
  public func addDocument(data: [String: Any]) async throws -> DocumentReference {
    let document = document()
    try await document.setData(data)
    return document
  }
}

extension Firestore {
  /// Lets the client use the network again.
  ///
  /// - Throws: Nothing; the SDK's form can throw.
  public func enableNetwork() async throws {
    try await awaiting { enableNetwork(completion: $0) }
  }

  /// Takes the network from the client, which knows at once that it is offline.
  ///
  /// - Throws: Nothing; the SDK's form can throw.
  public func disableNetwork() async throws {
    try await awaiting { disableNetwork(completion: $0) }
  }
}

/// Waits for the end of something that is begun with a completion.
private func awaiting(_ begin: (@escaping ((any Error)?) -> Void) -> Void) async throws {
  try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<_, any Error>) in
    begin { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
  }
}

/// Waits for the answer to something that is asked with a completion.
private func awaitingResult<Answer: Sendable>(
  _ begin: (@escaping (Answer?, (any Error)?) -> Void) -> Void
) async throws -> Answer {
  try await withCheckedThrowingContinuation { continuation in
    begin { answer, error in
      if let answer {
        continuation.resume(returning: answer)
      } else {
        continuation.resume(throwing: error ?? FirestoreErrorCode(.unknown))
      }
    }
  }
}
