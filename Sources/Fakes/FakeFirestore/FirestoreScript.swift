public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A Firestore whose listeners are handed exactly what a script says.
///
/// Fault model. It can be told to call back inside add, inside remove and after remove; to hand
/// over a snapshot with an error, or neither; to go on after an error; to say snapshots that
/// contradict each other. It never calls a listener that was not added, never calls two listeners
/// out of the order of their adds, and has no state of its own but the last results that it handed
/// over, from which it works out the changes. Writes, single reads and the network are not for it:
/// they end with `unimplemented`. Source: `Firestore/Source/Public/FirebaseFirestore/*.h`.
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

/// The listeners of a script, and the results that it said last.
private final class ScriptBackend: FirestoreBackend {
  private struct State {
    var listeners: [FirestoreListener] = []
    var documentIDs = DocumentIDs(client: 0)
    /// What each listener was told last, by the number of its registration.
    var results: [Int: [CachedDocument]] = [:]
  }

  private static let deliveryLabel = "firestore.deliver"
  private let queue: CallbackQueue
  private let state = Mutex(State())

  init(in simulation: Simulation) {
    queue = CallbackQueue(.main, in: simulation)
  }

  var listeners: [FirestoreListener] { state.withLock { $0.listeners } }

  func attach(_ listener: FirestoreListener) {
    state.withLock { $0.listeners.append(listener) }
  }

  func detach(_ listener: FirestoreListener) {
    state.withLock { state in state.listeners.removeAll { $0 === listener } }
  }

  func terminate() {
    for listener in listeners { close(listener) }
  }

  /// Tells the listeners of a path its new results, with an error beside them where one is said.
  func send(
    _ news: ScriptedNews, _ delivery: CallbackDelivery, error: (any Error)?
  ) {
    deliver(delivery) { listener in
      guard listener.shape.path == news.path else { return nil }
      let before = state.withLock { state in
        let number = listener.registration.id.number
        defer { state.results[number] = news.documents }
        return state.results[number, default: []]
      }
      let snapshot = SnapshotState.scripted(
        ScriptedSnapshot(
          documents: news.documents, changes: Self.changes(from: before, to: news.documents),
          hasPendingWrites: news.metadata.hasPendingWrites,
          isFromCache: news.metadata.isFromCache))
      return error.map { .both(snapshot, $0) } ?? .snapshot(snapshot)
    }
  }

  /// Tells each listener what is for it, in the order of the adds.
  func deliver(
    _ delivery: CallbackDelivery, _ news: (FirestoreListener) -> ListenerNews?
  ) {
    for listener in listeners {
      guard let news = news(listener) else { continue }
      switch delivery {
      case .direct: listener.tell(news)
      case .queued(let delay):
        queue.asyncAfter(delay, Self.deliveryLabel) { listener.tell(news) }
      case .late(let delay):
        guard let held = listener.current else { continue }
        queue.asyncAfter(delay, Self.deliveryLabel) { listener.tell(news, through: held) }
      }
    }
  }

  /// What turns some results into others: removed, added, modified, by walking from the old ones to
  /// the new order.
  private static func changes(
    from before: [CachedDocument], to after: [CachedDocument]
  ) -> [ViewSnapshot.IndexedChange] {
    var walk = before.map(\.key)
    var result: [ViewSnapshot.IndexedChange] = []
    for document in before where !after.contains(where: { $0.key == document.key }) {
      result.append(.init(.removed, document, walk.firstIndex(of: document.key), nil))
      walk.removeAll { $0 == document.key }
    }
    for (index, document) in after.enumerated()
    where !before.contains(where: { $0.key == document.key }) {
      let place = min(index, walk.count)
      walk.insert(document.key, at: place)
      result.append(.init(.added, document, nil, place))
    }
    for (index, document) in after.enumerated() {
      guard let old = before.first(where: { $0.key == document.key }), old != document else {
        continue
      }
      let place = walk.firstIndex(of: document.key)
      walk.removeAll { $0 == document.key }
      let target = min(index, walk.count)
      walk.insert(document.key, at: target)
      result.append(.init(.modified, document, place, target))
    }
    return result
  }
}

// MARK: - What a script does not do

extension ScriptBackend {
  private static let refusal = FirestoreErrorCode(
    .unimplemented, message: "a script has no documents to write or read")
  private static let networkRefusal = FirestoreErrorCode(
    .unimplemented, message: "a script has no network to turn on or off")

  func write(_ mutations: [Mutation], completion: WriteCompletion?) {
    guard let completion else { return }
    queue.async("firestore.complete") { completion.callback(Self.refusal) }
  }

  func fetch(
    _ query: Query, from source: FirestoreSource,
    _ completion: CallbackBox<(Result<SnapshotState, FirestoreErrorCode>) -> Void>
  ) {
    queue.async("firestore.complete") { completion.callback(.failure(Self.refusal)) }
  }

  func setNetworkEnabled(_ isEnabled: Bool, completion: WriteCompletion?) {
    guard let completion else { return }
    queue.async("firestore.complete") { completion.callback(Self.networkRefusal) }
  }

  /// A script has no cache.
  func setCache(_ collection: CacheCollection) {}

  func makeDocumentID() -> String { state.withLock { $0.documentIDs.next() } }
}

extension ViewSnapshot.IndexedChange {
  fileprivate init(
    _ kind: ViewChange.Kind, _ document: CachedDocument, _ oldIndex: Int?, _ newIndex: Int?
  ) {
    self.init(change: ViewChange(kind, document), oldIndex: oldIndex, newIndex: newIndex)
  }
}

/// What a script says to the listeners of one path.
private struct ScriptedNews: Sendable {
  let path: ResourcePath
  let documents: [CachedDocument]
  let metadata: SnapshotMetadata
}
