public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A Firestore whose listeners are handed exactly what a script says.
///
/// Fault model. It can be told to call back inside add, inside remove and after remove; to hand
/// over a snapshot with an error, or neither; to go on after an error; to say snapshots that
/// contradict each other. It never calls a listener that was not added, never calls two listeners
/// out of the order of their adds, and has no state of its own but the last results that it handed
/// over, from which it works out the changes. Writes and single reads are not for it: they end with
/// `unimplemented`. Source: `Firestore/Source/Public/FirebaseFirestore/*.h`.
public final class FirestoreScript: Sendable {
  /// The database to listen to.
  public let firestore: Firestore
  private let backend: ScriptBackend

  /// A script without listeners.
  ///
  /// - Parameters:
  ///   - simulation: Where queued callbacks are events, named `firestore.deliver`.
  ///   - spy: What records each add, each remove and each callback.
  ///   - behavior: How listeners are treated throughout.
  public init(
    in simulation: Simulation, spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior()
  ) {
    backend = ScriptBackend(in: simulation)
    firestore = Firestore(backend: backend, spy: spy, behavior: behavior)
  }

  /// The number of listeners that were added and not removed.
  public var listenerCount: Int { backend.listeners.count }

  /// The paths of the documents that are listened to, each once, in the order of the adds.
  package var listenedDocuments: [String] {
    var paths: [String] = []
    for listener in backend.listeners where listener.shape.path.isDocument {
      let path = listener.shape.path.description
      if !paths.contains(path) { paths.append(path) }
    }
    return paths
  }

  /// Hands the listeners on a document its contents.
  ///
  /// - Parameters:
  ///   - path: The document.
  ///   - fields: Its fields; nil where it does not exist.
  ///   - metadata: What the snapshot says of itself.
  ///   - delivery: When the listeners are called.
  /// - Throws: `FirestoreUsageError` where the path names no document or the fields can't be
  ///   stored.
  public func send(
    document path: String, fields: Value, metadata: SnapshotMetadata = .synced,
    _ delivery: CallbackDelivery = .direct
  ) throws(FirestoreUsageError) {
    backend.send(try snapshot(path, fields, metadata), delivery, error: nil)
  }

  /// Hands the listeners on a query or collection its results, in this order.
  ///
  /// - Parameters:
  ///   - path: The collection that the query asks.
  ///   - documents: The results: ids with their fields.
  ///   - metadata: What the snapshot says of itself.
  ///   - delivery: When the listeners are called.
  /// - Throws: `FirestoreUsageError` where the path names no collection or a document can't be
  ///   stored.
  public func send(
    results path: String, documents: [(id: String, fields: Value)],
    metadata: SnapshotMetadata = .synced, _ delivery: CallbackDelivery = .direct
  ) throws(FirestoreUsageError) {
    backend.send(try results(path, documents, metadata), delivery, error: nil)
  }

  /// Hands the listeners on a document both its contents and an error.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document or the fields can't be
  ///   stored.
  public func sendBoth(
    document path: String, fields: Value, _ error: any Error,
    _ delivery: CallbackDelivery = .direct
  ) throws(FirestoreUsageError) {
    backend.send(try snapshot(path, fields, .synced), delivery, error: error)
  }

  /// Hands the listeners on a query or collection both its results and an error.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no collection or a document can't be
  ///   stored.
  public func sendBoth(
    results path: String, documents: [(id: String, fields: Value)], _ error: any Error,
    _ delivery: CallbackDelivery = .direct
  ) throws(FirestoreUsageError) {
    backend.send(try results(path, documents, .synced), delivery, error: error)
  }

  /// Hands every listener an error; whether the script calls again after it is up to the scenario.
  ///
  /// - Parameters:
  ///   - error: The error, handed over unchanged.
  ///   - delivery: When the listeners are called.
  public func fail(_ error: any Error, _ delivery: CallbackDelivery = .direct) {
    backend.deliver(delivery) { _ in .failure(error) }
  }

  /// Hands every listener neither a snapshot nor an error.
  public func sendNothing(_ delivery: CallbackDelivery = .direct) {
    backend.deliver(delivery) { _ in .nothing }
  }

  private func snapshot(
    _ path: String, _ fields: Value, _ metadata: SnapshotMetadata
  ) throws(FirestoreUsageError) -> ScriptedNews {
    let key = try DocumentKey(parsing: path)
    let document = try Self.cached(key, fields)
    return ScriptedNews(
      path: key.path, documents: document.exists ? [document] : [], metadata: metadata)
  }

  private func results(
    _ path: String, _ documents: [(id: String, fields: Value)], _ metadata: SnapshotMetadata
  ) throws(FirestoreUsageError) -> ScriptedNews {
    let collection = try ResourcePath(parsing: path)
    guard collection.isCollection else {
      throw .notACollection(path, segments: collection.segments.count)
    }
    var cached: [CachedDocument] = []
    for document in documents {
      let key = try DocumentKey(collection.appending(Name(document.id)))
      cached.append(try Self.cached(key, document.fields))
    }
    return ScriptedNews(path: collection, documents: cached, metadata: metadata)
  }

  private static func cached(
    _ key: DocumentKey, _ fields: Value
  ) throws(FirestoreUsageError) -> CachedDocument {
    if fields == .null { return CachedDocument(key: key, contents: .missing) }
    let mutation = try Mutation.set(key, InputValue.fields(scenario: fields))
    return mutation.appliedLocally(
      to: CachedDocument(key: key), at: Timestamp(seconds: 0, nanoseconds: 0))
  }
}

extension SnapshotMetadata {
  /// Confirmed by the server, without local writes.
  public static let synced = SnapshotMetadata(hasPendingWrites: false, isFromCache: false)
}
