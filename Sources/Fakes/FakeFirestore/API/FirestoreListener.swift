import SluiceSimulation
import SluiceSpies
import Synchronization

/// One listener that was added: its closure, until it is removed, and its record.
final class FirestoreListener: Sendable {
  /// The closure, by what it takes.
  enum Callback: Sendable {
    case document(CallbackBox<(DocumentSnapshot?, (any Error)?) -> Void>)
    case query(CallbackBox<(QuerySnapshot?, (any Error)?) -> Void>)
  }

  /// The closure with what shows whether anybody keeps it.
  struct Held: Sendable {
    let callback: Callback
    let sentinel: Sentinel
  }

  let registration: SpyRegistration
  let query: Query
  let options: SnapshotListenOptions
  private let held: Mutex<Held?>

  init(
    _ registration: SpyRegistration, query: Query, options: SnapshotListenOptions,
    callback: Callback
  ) {
    self.registration = registration
    self.query = query
    self.options = options
    held = Mutex(
      Held(
        callback: callback, sentinel: Sentinel(.fixture, log: query.firestore.spy.log)))
  }

  var shape: QueryShape { query.shape }

  /// The closure; nil once the listener was removed.
  var current: Held? { held.withLock { $0 } }

  /// Lets go of the closure, so that nothing is called any more; what it captures ends outside the
  /// lock.
  func mute() -> Held? {
    held.withLock { held in
      defer { held = nil }
      return held
    }
  }

  /// Lets go of the closure after an error: it is never called again, whoever keeps the handle.
  func end() { _ = mute() }

  /// Lets go of the closure because the app closes the source, which is recorded.
  func close() {
    if registration.isActive { registration.closedByApp() }
    end()
  }

  /// Tells the listener, unless it was removed meanwhile.
  func tell(_ news: ListenerNews) {
    guard let current else { return }
    tell(news, through: current)
  }

  /// Tells a closure that was taken before, removed meanwhile or not.
  func tell(_ news: ListenerNews, through held: Held) {
    switch held.callback {
    case .document(let box): call(box.callback, news, makeDocument)
    case .query(let box):
      call(box.callback, news) { QuerySnapshot($0, query: query, sentinel: elementSentinel) }
    }
  }

  private func call<Snapshot: ProjectsToValue>(
    _ callback: (Snapshot?, (any Error)?) -> Void, _ news: ListenerNews,
    _ make: (SnapshotState) -> Snapshot
  ) {
    switch news {
    case .snapshot(let state):
      let snapshot = make(state)
      registration.deliver(.value(snapshot.projected)) { callback(snapshot, nil) }
    case .failure(let error):
      registration.deliver(.failure(Failure(error))) { callback(nil, error) }
    case .both(let state, let error):
      let snapshot = make(state)
      registration.deliver(.both(snapshot.projected, Failure(error))) { callback(snapshot, error) }
    case .nothing:
      registration.deliver(.nothing) { callback(nil, nil) }
    }
  }

  /// What shows whether anybody keeps the snapshot that is about to be handed over.
  private var elementSentinel: Sentinel {
    let spy = query.firestore.spy
    return Sentinel(.element(spy.callbackCount + 1), log: spy.log)
  }

  private func makeDocument(_ state: SnapshotState) -> DocumentSnapshot {
    guard let key = shape.document else {
      preconditionFailure("a document listener on \(shape.path), which is no document")
    }
    return DocumentSnapshot(
      state, key: key, firestore: query.firestore, sentinel: elementSentinel)
  }
}

extension DocumentSnapshot {
  /// The one document of a state; pending writes are never told of a document that does not exist.
  convenience init(
    _ state: SnapshotState, key: DocumentKey, firestore: Firestore, sentinel: Sentinel? = nil
  ) {
    let document = state.documents.first { $0.key == key }
    let isPending = document?.exists == true && state.pendingKeys.contains(key)
    self.init(
      document ?? CachedDocument(key: key, contents: .missing),
      metadata: SnapshotMetadata(hasPendingWrites: isPending, isFromCache: state.isFromCache),
      firestore: firestore, sentinel: sentinel)
  }
}

/// What a listener is told in one callback.
enum ListenerNews: Sendable {
  case snapshot(SnapshotState)
  case failure(any Error)
  case both(SnapshotState, any Error)
  case nothing
}

/// What a snapshot is made of: a state of a view, or what a script says.
enum SnapshotState: Sendable {
  case view(ViewSnapshot)
  case scripted(ScriptedSnapshot)

  var documents: [CachedDocument] {
    switch self {
    case .view(let snapshot): snapshot.documents.documents
    case .scripted(let snapshot): snapshot.documents
    }
  }

  var pendingKeys: Set<DocumentKey> {
    switch self {
    case .view(let snapshot): snapshot.pendingKeys
    case .scripted(let snapshot): snapshot.hasPendingWrites ? Set(documents.map(\.key)) : []
    }
  }

  var isFromCache: Bool {
    switch self {
    case .view(let snapshot): snapshot.isFromCache
    case .scripted(let snapshot): snapshot.isFromCache
    }
  }

  var excludesMetadataChanges: Bool {
    switch self {
    case .view(let snapshot): snapshot.excludesMetadataChanges
    case .scripted: false
    }
  }

  func indexedChanges(
    includingMetadata: Bool
  ) throws(FirestoreUsageError) -> [ViewSnapshot.IndexedChange] {
    switch self {
    case .view(let snapshot):
      try snapshot.indexedChanges(includingMetadata: includingMetadata)
    case .scripted(let snapshot): snapshot.changes
    }
  }
}

/// A snapshot that a script hands over as it stands.
struct ScriptedSnapshot: Sendable {
  var documents: [CachedDocument]
  var changes: [ViewSnapshot.IndexedChange]
  var hasPendingWrites: Bool
  var isFromCache: Bool
}
