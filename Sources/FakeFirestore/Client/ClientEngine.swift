/// One client's mind: its listeners and their views over its store, and what it knows of the
/// connection.
///
/// A pure state machine: each call steps it, and `takeEffects` says what is to be done. It knows no
/// clock, no queue and no server. Sources:
/// `Firestore/core/src/core/{sync_engine,event_manager}.cc`,
/// `Firestore/core/src/remote/{remote_store,online_state_tracker}.cc`.
package struct ClientEngine: Sendable {
  /// One query with those who listen to it.
  struct ListenedQuery: Sendable {
    let shape: QueryShape
    let target: TargetID
    var view: View
    /// The listeners in the order of their adds.
    var listeners: [(id: ListenerID, gate: ListenerGate)] = []
    /// What the store has for a query with a limit, the limit aside; kept up with each change, so
    /// that the next document of a limit is found without a look at all of them.
    var candidates: DocumentSet?
    /// The last state of the view, which a new listener gets first.
    var last: ViewSnapshot?
    /// Whether the server is asked: not while all listeners want the cache alone.
    var isRemote = false

    var needsServer: Bool { listeners.contains { !$0.gate.options.isCacheOnly } }
  }

  /// The connection on which the server sends snapshots.
  enum Stream: Equatable, Sendable {
    case closed
    case opening
    case open
  }

  var store = LocalStore()
  /// The queries in the order of their first listens.
  var queries: [ListenedQuery] = []
  /// The lookups of documents that are shown although the server does not count them to the
  /// results.
  var limboTargets: [DocumentKey: TargetID] = [:]
  var stream = Stream.closed
  var failedAttempts = 0
  var isOfflineTimerRunning = false
  private var effects: [ClientEffect] = []

  /// What the client knows of its connection.
  package internal(set) var onlineState = OnlineState.unknown
  /// Whether the client may use the network.
  package internal(set) var isNetworkEnabled = true

  package init() {}

  /// What is to be done, in this order; asking again gives nothing.
  package mutating func takeEffects() -> [ClientEffect] {
    defer { effects = [] }
    return effects
  }

  mutating func want(_ effect: ClientEffect) {
    effects.append(effect)
  }
}

// MARK: - Listening

extension ClientEngine {
  /// Begins to listen: the view so far or the cache may be told at once, the server is asked where
  /// it is wanted.
  package mutating func listen(
    _ id: ListenerID, to shape: QueryShape, options: GateOptions
  ) {
    let gate = ListenerGate(options: options, onlineState: onlineState)
    if let index = queries.firstIndex(where: { $0.shape == shape }) {
      queries[index].listeners.append((id, gate))
      if let last = queries[index].last {
        tell(last, toListener: queries[index].listeners.count - 1, of: index)
      }
    } else {
      open(shape, with: (id, gate))
    }
    askServer()
  }

  /// Ends a listener; one that is not there, or got an error, is no mistake.
  package mutating func stopListening(_ id: ListenerID) {
    for index in queries.indices {
      guard let place = queries[index].listeners.firstIndex(where: { $0.id == id }) else {
        continue
      }
      queries[index].listeners.remove(at: place)
      if queries[index].isRemote, !queries[index].needsServer {
        queries[index].isRemote = false
        leave(queries[index].target)
      }
      if queries[index].listeners.isEmpty {
        queries.remove(at: index)
        updateLimbo()
      }
      closeIdleStream()
      return
    }
  }

  private mutating func open(
    _ shape: QueryShape, with listener: (id: ListenerID, gate: ListenerGate)
  ) {
    let record = store.target(for: shape)
    let view = View(shape: shape, syncedKeys: record.syncedKeys)
    var query = ListenedQuery(shape: shape, target: record.id, view: view)
    query.listeners = [listener]
    let found = store.documents(matching: shape)
    if shape.limit != nil { query.candidates = DocumentSet(shape: shape, of: found) }
    let pass = query.view.pass(over: found)
    let target = TargetChange(isCurrent: false, hasResumePoint: record.resumePoint != nil)
    let snapshot = query.view.apply(pass, target: target)
    queries.append(query)
    if let snapshot { publish(snapshot, of: shape) }
  }

  /// Asks the server for the queries that need it and are not asked for.
  private mutating func askServer() {
    for index in queries.indices where queries[index].needsServer && !queries[index].isRemote {
      queries[index].isRemote = true
      let query = queries[index]
      if stream == .open {
        want(.listen(query.target, query.shape, resume: store.target(query.target)))
      }
    }
    openNeededStream()
  }

  func wantsServer() -> Bool { queries.contains { $0.isRemote } }

  mutating func leave(_ target: TargetID) {
    if stream == .open { want(.unlisten(target)) }
  }
}

// MARK: - Telling

extension ClientEngine {
  /// Shows changed documents in all views, then tells what came of it, query by query.
  mutating func refresh(
    _ changed: [CachedDocument], targets: [TargetID: TargetChange] = [:]
  ) {
    var news: [ViewSnapshot] = []
    for index in queries.indices {
      for document in changed { queries[index].candidates?.keepUp(with: document) }
      var pass = queries[index].view.pass(over: changed)
      if pass.needsRefill, let candidates = queries[index].candidates {
        pass = queries[index].view.pass(over: candidates.refill(of: pass.documents), after: pass)
      }
      let target = targets[queries[index].target]
      if let target, target.answersListen {
        queries[index].view.confirm(target) { store.document($0).origin == .localWrite }
      }
      if let snapshot = queries[index].view.apply(pass, target: target) { news.append(snapshot) }
    }
    updateLimbo()
    for snapshot in news {
      publish(snapshot, of: snapshot.shape)
    }
  }

  /// Tells a new state of a view to its listeners in the order of their adds.
  mutating func publish(_ snapshot: ViewSnapshot, of shape: QueryShape) {
    guard let index = queries.firstIndex(where: { $0.shape == shape }) else { return }
    for listener in queries[index].listeners.indices {
      tell(snapshot, toListener: listener, of: index)
    }
    queries[index].last = snapshot
  }

  private mutating func tell(
    _ snapshot: ViewSnapshot, toListener listener: Int, of index: Int
  ) {
    guard let told = queries[index].listeners[listener].gate.pass(snapshot) else { return }
    want(.deliver(queries[index].listeners[listener].id, told))
  }

  /// Looks up the documents that came into limbo, and stops for those that left it.
  mutating func updateLimbo() {
    let wanted = Set(queries.flatMap(\.view.limbo))
    for key in limboTargets.keys.sorted() where !wanted.contains(key) {
      if let target = limboTargets.removeValue(forKey: key) { leave(target) }
    }
    for key in wanted.sorted() where limboTargets[key] == nil {
      let target = store.allocateTarget()
      limboTargets[key] = target
      if stream == .open { want(.listen(target, QueryShape(document: key), resume: nil)) }
    }
  }
}

/// What a client's engine wants done, in this order.
package enum ClientEffect: Sendable {
  /// Tell a listener a snapshot.
  case deliver(ListenerID, ViewSnapshot)
  /// Tell a listener the error that ends it.
  case fail(ListenerID, FirestoreErrorCode)
  /// Tell the caller of a write what the server decided; nil for success.
  case complete(BatchID, FirestoreErrorCode?)
  /// Try to connect to the server.
  case connect
  /// Give up connecting.
  case disconnect
  /// Wake the engine in ten seconds, should the server not have answered.
  case startOfflineTimer
  /// The wake-up is not needed any more.
  case stopOfflineTimer
  /// Ask the server for a query, on the open connection.
  case listen(TargetID, QueryShape, resume: TargetRecord?)
  /// Tell the server that a query is not needed any more.
  case unlisten(TargetID)
  /// Send a batch when there is a network.
  case write(MutationBatch)
}

/// The number of one listener at one client, in the order of the adds.
package typealias ListenerID = Int
