import SluiceSimulation
import Synchronization

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
private enum WriteCall {
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

/// Writes that are made together or not at all.
///
/// Using it after its commit stops the process, as in the SDK. Source:
/// `Firestore/Source/Public/FirebaseFirestore/FIRWriteBatch.h`.
public final class WriteBatch: Sendable {
  private struct State {
    var mutations: [Mutation] = []
    var isCommitted = false
  }

  private let firestore: Firestore
  private let state = Mutex(State())

  init(firestore: Firestore) {
    self.firestore = firestore
  }

  /// Replaces a document, or merges fields into it.
  @discardableResult
  public func setData(
    _ data: [String: Any], forDocument document: DocumentReference, merge: Bool = false
  ) -> WriteBatch {
    add(WriteCall.set(data, merge: merge ? .all : .replace).mutation(of: document.key))
  }

  /// Merges the named fields of some data into a document; a name is a dotted path or a
  /// `FieldPath`.
  @discardableResult
  public func setData(
    _ data: [String: Any], forDocument document: DocumentReference, mergeFields: [Any]
  ) -> WriteBatch {
    let fields = stoppingOnMisuse { () throws(FirestoreUsageError) in
      try FieldPath.paths(any: mergeFields)
    }
    return add(WriteCall.set(data, merge: .fields(fields)).mutation(of: document.key))
  }

  /// Writes some fields of a document that must exist; a key is a dotted path or a `FieldPath`.
  @discardableResult
  public func updateData(
    _ fields: [AnyHashable: Any], forDocument document: DocumentReference
  ) -> WriteBatch {
    add(WriteCall.update(fields).mutation(of: document.key))
  }

  /// Deletes a document.
  @discardableResult
  public func deleteDocument(_ document: DocumentReference) -> WriteBatch {
    add(.delete(document.key))
  }

  /// Makes the writes.
  ///
  /// - Parameter completion: Called when the server has answered.
  public func commit(completion: (((any Error)?) -> Void)? = nil) {
    let mutations = state.withLock { state in
      precondition(!state.isCommitted, "a write batch is committed a second time")
      state.isCommitted = true
      return state.mutations
    }
    firestore.backend.write(mutations, completion: completion.map(CallbackBox.init))
  }

  private func add(_ mutation: Mutation) -> WriteBatch {
    state.withLock { state in
      precondition(!state.isCommitted, "a write batch is used after its commit")
      state.mutations.append(mutation)
    }
    return self
  }
}
