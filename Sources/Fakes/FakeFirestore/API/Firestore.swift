public import FakeCore
import SluiceSimulation
package import SluiceSpies
import Synchronization

/// One client's database, in the shape of the vendor's SDK, with a fake behind it.
///
/// Not modelled, and refused with a sentence: transactions, `or` filters and other composite ones,
/// predicates, aggregate queries, pipelines, vectors, `Codable` documents, listeners for snapshots
/// in sync, waiting for pending writes, termination, settings other than that of the cache,
/// indexes, logging, bundles and named queries.
///
/// Fault model. What stands behind it decides: a `FirestoreScript` hands listeners exactly what it
/// is told to, an `FirestoreEmulator` does real operations on state. Its behaviour can be told to
/// remove a listener whose handle is dropped, to trap on a second remove, and to keep the closures
/// of removed listeners. It never loses or repeats an add or a remove, and does nothing by chance.
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRFirestore.h`.
public final class Firestore: Sendable {
  /// What says which app the database belongs to.
  public let membership: AppMembership
  let backend: any FirestoreBackend
  let spy: Spy
  let behavior: RegistrationBehavior
  let start = Mutex(FirestoreStart())
  private let owner: Sentinel
  private let removedListeners = Mutex<[FirestoreListener.Held]>([])

  init(
    backend: any FirestoreBackend, spy: Spy, behavior: RegistrationBehavior,
    membership: AppMembership = AppMembership()
  ) {
    self.membership = membership
    self.backend = backend
    self.spy = spy
    self.behavior = behavior
    owner = Sentinel(.owner, log: spy.log)
  }

  /// The collection at a path with an odd number of segments; any other path stops the process, as
  /// in the SDK.
  public func collection(_ collectionPath: String) -> CollectionReference {
    settleSettings()
    return stoppingOnMisuse { () throws(FirestoreUsageError) in
      try CollectionReference(path: ResourcePath(parsing: collectionPath), firestore: self)
    }
  }

  /// The document at a path with an even number of segments; any other path stops the process, as
  /// in the SDK.
  public func document(_ documentPath: String) -> DocumentReference {
    settleSettings()
    return stoppingOnMisuse { () throws(FirestoreUsageError) in
      try DocumentReference(DocumentKey(parsing: documentPath), firestore: self)
    }
  }

  /// The documents of all collections with an id, wherever they are; an id with a slash stops the
  /// process.
  public func collectionGroup(_ collectionID: String) -> Query {
    settleSettings()
    return stoppingOnMisuse { () throws(FirestoreUsageError) in
      try Query(QueryShape(groupOf: collectionID), firestore: self)
    }
  }

  /// Writes that are made together or not at all.
  public func batch() -> WriteBatch {
    settleSettings()
    return WriteBatch(firestore: self)
  }

  /// Lets the client use the network again.
  ///
  /// - Parameter completion: Called when that is so.
  public func enableNetwork(completion: (((any Error)?) -> Void)? = nil) {
    settleSettings()
    backend.setNetworkEnabled(true, completion: completion.map(CallbackBox.init))
  }

  /// Takes the network from the client, which knows at once that it is offline.
  ///
  /// - Parameter completion: Called when that is so.
  public func disableNetwork(completion: (((any Error)?) -> Void)? = nil) {
    settleSettings()
    backend.setNetworkEnabled(false, completion: completion.map(CallbackBox.init))
  }

  /// The number of listeners that were added through this object and not removed.
  public var listenerCount: Int { spy.active.count }
}

// MARK: - Listeners

extension Firestore {
  func add(
    _ callback: FirestoreListener.Callback, to query: Query, options: SnapshotListenOptions
  ) -> any ListenerRegistration {
    stoppingOnMisuse { () throws(FirestoreUsageError) in try query.shape.checkForListening() }
    let registration = spy.addCalled(options: options.projected)
    let listener = FirestoreListener(
      registration, query: query, options: options, callback: callback)
    backend.attach(listener)
    // Asked once it is attached, so that none comes between this and `close()`.
    if membership.isOver { backend.close(listener) }
    registration.reachAdd()
    let handle = FirestoreHandle(listener)
    registration.addReturned()
    return handle
  }

  func remove(_ listener: FirestoreListener) {
    listener.registration.remove { isFirst in
      precondition(
        isFirst || !behavior.trapsOnSecondRemove,
        "listener #\(listener.registration.id.number) was removed before")
      guard isFirst else { return }
      let held = listener.mute()
      if behavior.keepsRemovedListeners, let held {
        removedListeners.withLock { $0.append(held) }
      }
      backend.detach(listener)
    }
  }
}

/// What a scenario has a client do; mistakes are thrown, where the public calls stop the process.
extension Firestore {
  /// The document at a path.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document.
  package func document(scenario path: String) throws(FirestoreUsageError) -> DocumentReference {
    settleSettings()
    return DocumentReference(try DocumentKey(parsing: path), firestore: self)
  }

  /// A query of a shape.
  ///
  /// - Throws: `FirestoreUsageError` where the product refuses to listen to it.
  package func query(_ shape: QueryShape) throws(FirestoreUsageError) -> Query {
    settleSettings()
    try shape.checkForListening()
    return Query(shape, firestore: self)
  }

  /// Sets a document at this client, or merges into it.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document or the fields can't be
  ///   stored.
  package func set(
    scenario path: String, _ fields: Value, merge: Bool
  ) throws(FirestoreUsageError) {
    let mutation = try Mutation.set(
      DocumentKey(parsing: path), InputValue.fields(scenario: fields),
      merge: merge ? .all : .replace)
    backend.write([mutation], completion: nil)
  }

  /// Writes some fields of a document at this client.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document or the fields can't be
  ///   stored.
  package func update(scenario path: String, _ fields: Value) throws(FirestoreUsageError) {
    let mutation = try Mutation.update(
      DocumentKey(parsing: path), InputValue.update(scenario: fields))
    backend.write([mutation], completion: nil)
  }

  /// Deletes a document at this client.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document.
  package func delete(scenario path: String) throws(FirestoreUsageError) {
    backend.write([.delete(try DocumentKey(parsing: path))], completion: nil)
  }

  /// Reads a document or a collection once, which leaves it in the client's cache.
  ///
  /// - Throws: `FirestoreUsageError` where the path is malformed.
  package func get(
    scenario path: String, from source: FirestoreSource
  ) throws(FirestoreUsageError) {
    let place = try ResourcePath(parsing: path)
    if place.isDocument {
      try document(scenario: path).getDocument(source: source) { _, _ in }
    } else {
      try query(QueryShape(path: place)).getDocuments(source: source) { _, _ in }
    }
  }
}

/// What stands behind a Firestore object: a script, or one client of an emulator.
protocol FirestoreBackend: AnyObject, Sendable {
  /// Takes a listener in; the spy has recorded the add, the handle is not made yet.
  func attach(_ listener: FirestoreListener)
  /// Lets go of a listener that was muted.
  func detach(_ listener: FirestoreListener)
  /// Lets go of all listeners, and closes the connection for good.
  func terminate()
  /// Makes writes together.
  func write(_ mutations: [Mutation], completion: WriteCompletion?)
  /// Reads a query or document once.
  func fetch(
    _ query: Query, from source: FirestoreSource,
    _ completion: CallbackBox<(Result<SnapshotState, FirestoreErrorCode>) -> Void>)
  /// Lets the client use the network, or not.
  func setNetworkEnabled(_ isEnabled: Bool, completion: WriteCompletion?)
  /// An id for a new document.
  func makeDocumentID() -> String
  /// Chooses the client's cache, before anything is in it.
  func setCache(_ collection: CacheCollection)
}

extension FirestoreBackend {
  /// Lets go of a listener because the app is deleted.
  func close(_ listener: FirestoreListener) {
    listener.close()
    detach(listener)
  }
}

/// The end of a write, as its caller wants to be told.
typealias WriteCompletion = CallbackBox<((any Error)?) -> Void>
