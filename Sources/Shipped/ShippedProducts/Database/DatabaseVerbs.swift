import FakeCore
import FakeDatabase
import SluiceProducts

/// What a scenario can make the Realtime Database do.
enum DatabaseVerbs {
  typealias DatabaseVerb = Verb<DatabaseBackend>

  static let all = (atServer + byClients + atDisconnect + circumstances).map { verb in
    verb.standing(in: DatabaseVerb.emulated)
  }

  private static let path = DatabaseParameters.path
  private static let client = Parameter.client(
    "the client that does it; streams are the first one's")

  /// What happens at the server, whatever its rules say; listening clients are told.
  private static let atServer = [
    DatabaseVerb(
      "put", "Replaces everything at a place of the server.", DatabaseParameters.replacement,
      example: "database.put(/scores, {ada: {pts: 10}})"
    ) { backend, write in try backend.clients.emulator.write(write) },
    DatabaseVerb(
      "update", "Replaces what is at some paths below a place of the server.",
      DatabaseParameters.update, example: "database.update(/scores/ada, {pts: 15})"
    ) { backend, write in try backend.clients.emulator.write(write) },
    DatabaseVerb(
      "remove", "Removes a place at the server.", DatabaseParameters.removal,
      example: "database.remove(/scores/ada)"
    ) { backend, write in try backend.clients.emulator.write(write) },
  ]

  /// What a client does: it shows at once there, and at the server when it gets there.
  private static let byClients = [
    DatabaseVerb(
      "client-set", "Has a client replace everything at a place.",
      DatabaseParameters.replacement, client,
      example: "database.client-set(/scores/ada, {pts: increment(1)}, by: second)"
    ) { backend, write, client in try backend.write(write, by: client) },
    DatabaseVerb(
      "client-update",
      "Has a client replace what is at some paths below a place, all or nothing.",
      DatabaseParameters.update, client,
      example: "database.client-update(/scores, {\"ada/pts\": 1, bo: null})"
    ) { backend, write, client in try backend.write(write, by: client) },
    DatabaseVerb(
      "client-remove", "Has a client remove a place.", DatabaseParameters.removal, client,
      example: "database.client-remove(/scores/ada)"
    ) { backend, write, client in try backend.write(write, by: client) },
    DatabaseVerb(
      "client-priority", "Has a client replace a place's priority alone.",
      DatabaseParameters.newPriority, client,
      example: "database.client-priority(/scores/ada, 2)"
    ) { backend, write, client in try backend.write(write, by: client) },
    DatabaseVerb(
      "client-transaction",
      "Has a client run a transaction; without add and set, it gives up.",
      DatabaseParameters.transaction, client, example: "database.client-transaction(/count, add: 1)"
    ) { backend, transaction, client in try backend.run(transaction, by: client) },
    DatabaseVerb(
      "client-once",
      "Has a client listen to one event, which is then among the answers.",
      DatabaseParameters.query,
      Parameter<EventKind>(label: "event", .choice, default: .value, "the kind of the event"),
      client, example: "database.client-once(/scores, event: added)"
    ) { backend, query, kind, client in
      try backend.listenOnce(kind.type, to: query, by: client)
    },
    DatabaseVerb(
      "purge", "Has a client give up all writes that are not answered.", client,
      example: "database.purge()"
    ) { backend, client in try backend[client].purgeOutstandingWrites() },
  ]

  /// What the server shall do when a client's connection ends.
  private static let atDisconnect = [
    DatabaseVerb(
      "on-disconnect-set", "Has the server replace a place when a client's connection ends.",
      DatabaseParameters.plainReplacement, client,
      example: "database.on-disconnect-set(/online/ada, false)"
    ) { backend, write, client in try backend.writeOnDisconnect(write, of: client) },
    DatabaseVerb(
      "on-disconnect-update",
      "Has the server replace what is at some paths when a client's connection ends.",
      DatabaseParameters.update, client,
      example: "database.on-disconnect-update(/online, {ada: null})"
    ) { backend, write, client in try backend.writeOnDisconnect(write, of: client) },
    DatabaseVerb(
      "on-disconnect-cancel",
      "Takes back what was to happen at a place when a client's connection ends.", path, client,
      example: "database.on-disconnect-cancel(/online)"
    ) { backend, path, client in try backend.cancelOnDisconnect(path, of: client) },
  ]

  /// What stands between clients and server.
  private static let circumstances = [
    DatabaseVerb(
      "keep-synced", "Has a client keep data up to date without a listener, or stops that.",
      DatabaseParameters.syncedQuery,
      Parameter<Bool>(label: "on", .bool, default: true, "whether it is kept from now on"),
      client, example: "database.keep-synced(/scores)"
    ) { backend, query, isKept, client in
      try backend[client].query(query).keepSynced(isKept)
    },
    DatabaseVerb(
      "offline", "Takes the connection from a client, which knows.", client,
      example: "database.offline()"
    ) { backend, client in try backend[client].goOffline() },
    DatabaseVerb(
      "online", "Lets a client connect again.", client, example: "database.online()"
    ) { backend, client in try backend[client].goOnline() },
    DatabaseVerb(
      "network", "Changes what lies between a client and the server.",
      Parameter<NetworkState>(
        "state", .choice, "whether the server can be reached; a connection that stands breaks"),
      client, example: "database.network(unreachable)"
    ) { backend, state, client in
      let clients = try backend.clients
      try clients.emulator.setNetwork(state.network, of: backend[client])
    },
    DatabaseVerb(
      "deny",
      "Refuses operations at a place, below it and above it; listens concerned end.",
      path, .operations, refusal, example: "database.deny(/scores)"
    ) { backend, path, operations, error in
      try backend.clients.emulator.deny(
        DatabaseDenial(operations.ofDatabase, at: path, error: error))
    },
    DatabaseVerb(
      "protect", "Refuses operations at a place to all but who is signed in.", path,
      Parameter.optional(label: "for", .string, "the only user whom it does not refuse"),
      example: "database.protect(/scores, for: \"ada\")"
    ) { backend, path, uid in
      try backend.clients.emulator.deny(
        DatabaseDenial(at: path, sparing: uid.map { uid in .user(uid) } ?? .users))
    },
    DatabaseVerb(
      "allow", "Takes back what was denied at a place.", path, example: "database.allow(/scores)"
    ) { backend, path in try backend.clients.emulator.allow(path) },
    .latency(
      [
        LatencyKind<DatabaseLatency>("connect", \.connect), LatencyKind("listen", \.listen),
        LatencyKind("write", \.write), LatencyKind("watch", \.watch),
      ], example: "database.latency(listen: 50ms)"
    ) { backend, change in change(&(try backend.clients.emulator).latency) },
    .script(of: "database") { backend in try backend.chooseScript() },
  ]

  private static let refusal = Parameter<DatabaseError>.combining(
    Parameter<String>.refusal
  ) { name in try DatabaseError(named: name, of: "the Realtime Database") }
}

/// What a client can listen to once.
private enum EventKind: String, Sendable, CaseIterable {
  case value
  case added
  case changed
  case moved
  case removed

  var type: DataEventType {
    switch self {
    case .value: .value
    case .added: .childAdded
    case .changed: .childChanged
    case .moved: .childMoved
    case .removed: .childRemoved
    }
  }
}

/// What can lie between a client and the server.
private enum NetworkState: String, Sendable, CaseIterable {
  case reachable
  case unreachable

  var network: DatabaseNetwork {
    switch self {
    case .reachable: .reachable
    case .unreachable: .unreachable
    }
  }
}

extension DeniedOperations {
  fileprivate var ofDatabase: [DatabaseOperation] {
    switch self {
    case .all: DatabaseOperation.allCases
    case .read: [.read]
    case .write: [.write]
    }
  }
}
