/// One client of the database: what it listens to, what it writes, and what it still has to ask the
/// server.
///
/// A pure state machine without time and threads; each step leaves behind what it wants done.
/// Sources: `FirebaseDatabase/Sources/Core/{FRepo,FPersistentConnection}.m`.
struct ClientEngine: Sendable {
  /// Whether there is a connection.
  enum Connection: Sendable {
    /// None, because nobody needed one yet, or it is not allowed.
    case closed
    /// One is being opened.
    case opening
    case open
  }

  /// A write that the server has not answered.
  struct Write: Sendable {
    let id: WriteID
    /// As the caller wrote it, with values in it that the server decides.
    let request: DatabaseWrite
    let owner: Owner

    enum Owner: Sendable {
      case request(RequestID)
      /// A transaction, which wrote this on top of some data.
      case transaction(TransactionID, base: TreeNode)
    }
  }

  /// Something for the end of the connection that the server has not answered.
  struct DeferredRequest: Sendable {
    enum Kind: Sendable {
      case write(DatabaseWrite)
      case forget(TreePath)
    }

    let id: RequestID
    let kind: Kind
  }

  /// A query that the server is asked for.
  struct Listen: Sendable {
    let query: QuerySpecification
    let tag: QueryTag?
  }

  var sync = SyncTree()
  /// What the client knows about itself, which no server is asked for.
  var info = ClientInfo()
  var connection = Connection.closed
  /// Whether the caller lets the client connect.
  var isOnline = true
  /// What is listened to at the server, in the order of the listens.
  var listens: [Listen] = []
  /// The writes in their order.
  var writes: ArraySlice<Write> = []
  var deferredRequests: [DeferredRequest] = []
  /// The single reads that the server has not answered.
  var reads: [Read] = []
  /// What the server will write at the end of the connection.
  var deferred = DeferredWrites()
  var transactions: [Transaction] = []
  /// The place by which each query is kept in sync.
  var syncedQueries: [QuerySpecification: RegistrationID] = [:]
  private var lastWrite: WriteID = 0
  private var lastRegistration: RegistrationID = 0
  private var effects: [ClientEffect] = []

  /// What is to be done now, which is then forgotten here.
  mutating func takeEffects() -> [ClientEffect] {
    defer { effects = [] }
    return effects
  }

  mutating func want(_ effect: ClientEffect) {
    effects.append(effect)
  }

  mutating func raise(_ events: [SyncEvent]) {
    for case .data(let event) in events { effects.append(.raise(event)) }
  }

  /// The number of the next write.
  mutating func nextWrite() -> WriteID {
    lastWrite += 1
    return lastWrite
  }

  /// The number of a registration that no caller made; those have the positive ones.
  mutating func nextRegistration() -> RegistrationID {
    lastRegistration -= 1
    return lastRegistration
  }

  /// Asks the server, once there is a connection; what is pending is asked again with the next one.
  mutating func ask(_ request: ClientRequest) {
    if connection == .open {
      want(.send(request))
    } else {
      connectIfNeeded()
    }
  }
}

// MARK: - Listening

extension ClientEngine {
  /// Adds a listener.
  mutating func listen(_ id: RegistrationID, to query: QuerySpecification, _ kind: EventKind) {
    listen(Registration(id, [kind]), to: query)
  }

  /// Removes a listener; one that is not there, after a cancel, is no mistake.
  mutating func stopListening(_ id: RegistrationID, to query: QuerySpecification) {
    if query.path.isInfo {
      info.stopListening(id, to: query)
    } else {
      carryOut(sync.unlisten(to: query, id))
    }
  }

  /// Keeps a query listened to without a listener, or stops that.
  mutating func keepSynced(_ query: QuerySpecification, _ isKept: Bool) {
    if isKept, syncedQueries[query] == nil {
      let id = nextRegistration()
      syncedQueries[query] = id
      listen(.keepingSynced(id), to: query)
    } else if !isKept, let id = syncedQueries.removeValue(forKey: query) {
      stopListening(id, to: query)
    }
  }

  /// Holds the data of a place, as a transaction needs them.
  mutating func watch(_ path: TreePath) -> RegistrationID {
    let id = nextRegistration()
    listen(.keepingSynced(id), to: QuerySpecification(path))
    return id
  }

  private mutating func listen(_ registration: Registration, to query: QuerySpecification) {
    if query.path.isInfo {
      raise(info.listen(registration, to: query))
      return connectIfNeeded()
    }
    let outcome = sync.listen(to: query, registration)
    carryOut(outcome.effects)
    raise(outcome.events)
  }

  private mutating func carryOut(_ asked: [SyncEffect]) {
    for effect in asked {
      switch effect {
      case .startListening(let query, let tag):
        listens.append(Listen(query: query, tag: tag))
        ask(.listen(query, tag: tag))
      case .stopListening(let query, _):
        listens.removeAll { $0.query == query }
        if connection == .open { want(.send(.unlisten(query))) }
      }
    }
  }
}

// MARK: - What the server tells

extension ClientEngine {
  /// The server answered a listen with what the query shows.
  mutating func listenAnswered(
    _ query: QuerySpecification, tag: QueryTag?, _ node: TreeNode
  ) {
    receive(.overwrite(query.path, node, tag: tag))
    raise(sync.listenCompleted(query.path, tag: tag))
  }

  /// The server refused a listen, or ended it: all listeners of the query are told and removed.
  mutating func listenEnded(_ query: QuerySpecification, _ error: DatabaseError) {
    listens.removeAll { $0.query == query }
    let outcome = sync.cancel(query)
    syncedQueries = syncedQueries.filter { kept, _ in
      query.isDefault ? kept.path != query.path : kept != query
    }
    carryOut(outcome.effects)
    for case .cancelled(let id, _) in outcome.events { want(.cancel(id, error)) }
  }

  /// The server told of data, or ended a listen.
  mutating func receive(_ news: ServerNews) {
    switch news {
    case .overwrite(let path, let node, let tag):
      let events = sync.serverSet(path, to: node, tag: tag)
      if !events.isEmpty { rerunTransactions(at: path) }
      raise(events)
    case .merge(let path, let nodes, let tag):
      let events = sync.serverMerge(path, CompoundWrite(nodes), tag: tag)
      if !events.isEmpty { rerunTransactions(at: path) }
      raise(events)
    case .revoked(let query, let error): listenEnded(query, error)
    }
  }
}

extension CompoundWrite {
  /// The write of an update.
  init(_ nodes: [TreePath: TreeNode]) {
    self.init()
    for path in nodes.keys.sorted() { add(nodes[path] ?? .empty, at: path) }
  }
}

// MARK: - The connection

extension ClientEngine {
  /// Opens a connection, unless there is one or none is allowed.
  mutating func connectIfNeeded() {
    guard isOnline, connection == .closed else { return }
    connection = .opening
    want(.connect)
  }

  /// The connection stands: the server is asked for everything that is listened to, then told what
  /// was written meanwhile, then what it shall do at the end.
  ///
  /// - Parameter clockOffset: How many milliseconds the server's clock is ahead of the client's.
  mutating func connected(clockOffset: Int64) {
    guard connection == .opening else { return }
    connection = .open
    raise(info.connected(clockOffset: clockOffset))
    for listen in listens { want(.send(.listen(listen.query, tag: listen.tag))) }
    for write in writes { want(.send(request(of: write))) }
    sendReads()
    for request in deferredRequests { want(.send(request.request)) }
  }

  /// The connection is gone: the client shows what the server now writes for it, and transactions
  /// on their way are lost.
  ///
  /// - Parameter milliseconds: The server's time as the client knows it.
  mutating func disconnected(milliseconds: Int64) {
    guard connection != .closed else { return }
    let wasOpen = connection == .open
    connection = .closed
    want(.disconnect)
    guard wasOpen else { return }
    raise(info.disconnected())
    loseTransactions()
    let left = deferred
    deferred = DeferredWrites()
    left.visit { path, node in
      raise(sync.serverSet(path, to: guess(node, at: path, milliseconds)))
      abortTransactions(at: path, .overriddenBySet)
    }
  }

  private func request(of write: Write) -> ClientRequest {
    switch write.owner {
    case .request: .write(write.id, write.request, expecting: nil)
    case .transaction(_, let base): .write(write.id, write.request, expecting: base)
    }
  }
}

/// Something that a client's engine wants done, outside of it and in this order.
enum ClientEffect: Sendable {
  /// A listener is told of data.
  case raise(DataEvent)
  /// A listener is told that it hears nothing any more.
  case cancel(RegistrationID, DatabaseError)
  /// The server is asked.
  case send(ClientRequest)
  /// A connection is opened.
  case connect
  /// The connection is closed.
  case disconnect
  /// The wait of a single read for a connection begins.
  case awaitConnection(RequestID)
  /// A caller is told what a single read found.
  case answer(RequestID, Result<TreeNode, DatabaseReadError>)
  /// A caller is told that what it asked for is done, or why not.
  case complete(RequestID, DatabaseError?)
  /// A transaction's block is asked what it makes of some data.
  case decide(TransactionID, TreeNode)
  /// A transaction's caller is told how it ended.
  case conclude(TransactionID, TransactionOutcome)
}

/// The number of something that a caller asked for and is told the end of.
typealias RequestID = Int

/// The number of a transaction at its client.
typealias TransactionID = Int

/// How a transaction ended.
struct TransactionOutcome: Sendable {
  /// Why it failed, if it did.
  let error: DatabaseError?
  /// Whether it was written.
  let isCommitted: Bool
  /// The data of the place then; nil with an error.
  let node: TreeNode?
}

/// What a client asks of the server.
enum ClientRequest: Sendable {
  case listen(QuerySpecification, tag: QueryTag?)
  case unlisten(QuerySpecification)
  /// A single read.
  case read(RequestID, QuerySpecification)
  /// A write; where something is expected, it is taken only if the place holds that.
  case write(WriteID, DatabaseWrite, expecting: TreeNode?)
  /// A write for the end of the connection.
  case postpone(RequestID, DatabaseWrite)
  /// An end of such writes, at a path and below it.
  case forget(RequestID, TreePath)
}
