import SluiceSimulation
import Synchronization

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
