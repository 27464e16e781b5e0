import SluiceSimulation

/// Writes: they show in this client's listeners at once; the completion waits for the server.
extension DocumentReference {
  /// Replaces the document.
  public func setData(
    _ documentData: [String: Any], completion: (((any Error)?) -> Void)? = nil
  ) {
    setData(documentData, merge: false, completion: completion)
  }

  /// Replaces the document, or merges fields into it.
  public func setData(
    _ documentData: [String: Any], merge: Bool, completion: (((any Error)?) -> Void)? = nil
  ) {
    write(.set(documentData, merge: merge ? .all : .replace), completion)
  }

  /// Merges the named fields of some data into the document; a name is a dotted path or a
  /// `FieldPath`.
  public func setData(
    _ documentData: [String: Any], mergeFields: [Any],
    completion: (((any Error)?) -> Void)? = nil
  ) {
    let fields = stoppingOnMisuse { () throws(FirestoreUsageError) in
      try FieldPath.paths(any: mergeFields)
    }
    write(.set(documentData, merge: .fields(fields)), completion)
  }

  /// Writes some fields of a document that must exist; a key is a dotted path or a `FieldPath`.
  public func updateData(
    _ fields: [AnyHashable: Any], completion: (((any Error)?) -> Void)? = nil
  ) {
    write(.update(fields), completion)
  }

  /// Deletes the document.
  public func delete(completion: (((any Error)?) -> Void)? = nil) {
    write(.delete, completion)
  }

  private func write(_ write: WriteCall, _ completion: (((any Error)?) -> Void)?) {
    firestore.backend.write(
      [write.mutation(of: key)], completion: completion.map(CallbackBox.init))
  }
}

/// One write as a caller says it.
enum WriteCall {
  case set([String: Any], merge: Mutation.Merge)
  case update([AnyHashable: Any])
  case delete

  /// The write to a document; what the product refuses stops the process.
  func mutation(of key: DocumentKey) -> Mutation {
    stoppingOnMisuse { () throws(FirestoreUsageError) in
      switch self {
      case .set(let data, let merge):
        return try .set(key, InputValue.fields(any: data, at: "the document"), merge: merge)
      case .update(let fields): return try .update(key, InputValue.update(any: fields))
      case .delete: return .delete(key)
      }
    }
  }
}
