import FakeFirestore
import SluiceProducts
import SluiceSpies

/// What a scenario can make Firestore do.
enum FirestoreVerbs {
  typealias FirestoreVerb = Verb<FirestoreBackend>

  static let all = (atServer + byClients + circumstances).map { verb in
    verb.standing(in: FirestoreVerb.emulated)
  }

  private static let path = FirestoreParameters.path
  private static let fields = Parameter<Value>("fields", .object, "the fields")
  private static let client = Parameter.client(
    "the client that writes; streams are the first one's")

  /// What happens at the server, whatever its rules say; listening clients are told.
  private static let atServer = [
    FirestoreVerb(
      "put", "Makes a document at the server, or replaces it.", path, fields,
      example: "firestore.put(cities/SF, {name: \"San Francisco\"})"
    ) { backend, path, fields in try backend.clients.emulator.put(path, fields) },
    FirestoreVerb(
      "update", "Writes some fields of a document at the server.", path, fields,
      example: "firestore.update(cities/SF, {population: 870000})"
    ) { backend, path, fields in try backend.clients.emulator.update(path, fields) },
    FirestoreVerb(
      "delete", "Deletes a document at the server.", path,
      example: "firestore.delete(cities/SF)"
    ) { backend, path in try backend.clients.emulator.delete(path) },
  ]

  /// What a client does: it shows at once there, and at the server when it gets there.
  private static let byClients = [
    FirestoreVerb(
      "client-set", "Has a client set a document.", path, fields,
      Parameter<Bool>(
        label: "merge", .bool, default: false, "whether fields that are not named stay"),
      client, example: "firestore.client-set(cities/SF, {n: 1}, by: second)"
    ) { backend, path, fields, isMerged, client in
      try backend[client].set(scenario: path, fields, merge: isMerged)
    },
    FirestoreVerb(
      "client-update", "Has a client write some fields of a document.", path, fields, client,
      example: "firestore.client-update(cities/SF, {n: increment(1)})"
    ) { backend, path, fields, client in
      try backend[client].update(scenario: path, fields)
    },
    FirestoreVerb(
      "client-delete", "Has a client delete a document.", path, client,
      example: "firestore.client-delete(cities/SF)"
    ) { backend, path, client in try backend[client].delete(scenario: path) },
    FirestoreVerb(
      "client-get",
      "Has a client read a document or a collection once, which leaves it in its cache.", path,
      Parameter<AnswerSource>(
        label: "from", .choice, default: .default, "where the answer comes from"),
      client, example: "firestore.client-get(cities/SF)"
    ) { backend, path, answer, client in
      try backend[client].get(scenario: path, from: answer.source)
    },
  ]

  /// What stands between clients and server.
  private static let circumstances = [
    FirestoreVerb(
      "offline", "Takes the network from a client, which knows at once.", client,
      example: "firestore.offline()"
    ) { backend, client in try backend[client].disableNetwork() },
    FirestoreVerb(
      "online", "Gives a client the network back.", client, example: "firestore.online()"
    ) { backend, client in try backend[client].enableNetwork() },
    FirestoreVerb(
      "network",
      "Changes what lies between a client and the server; the client has to find out.",
      Parameter<NetworkState>(
        "state", .choice,
        "whether the server answers, attempts fail, or nothing is answered at all"),
      client, example: "firestore.network(unreachable)"
    ) { backend, state, client in
      let clients = try backend.clients
      try clients.emulator.setNetwork(state.network, of: backend[client])
    },
    FirestoreVerb(
      "deny", "Refuses operations below a path; listens concerned end with the error.", path,
      .operations, refusal, example: "firestore.deny(/cities)"
    ) { backend, path, operations, code in
      try backend.clients.emulator.deny(path, operations.ofFirestore, code: code)
    },
    FirestoreVerb(
      "protect", "Refuses operations below a path to all but who is signed in.", path,
      Parameter.optional(label: "for", .string, "the only user whom it does not refuse"),
      example: "firestore.protect(/cities, for: \"ada\")"
    ) { backend, path, uid in try backend.clients.emulator.protect(path, for: uid) },
    FirestoreVerb(
      "allow", "Takes back what was denied at a path.", path, example: "firestore.allow(/cities)"
    ) { backend, path in try backend.clients.emulator.allow(path) },
    .latency(
      [
        LatencyKind<FirestoreLatency>("connect", \.connect), LatencyKind("listen", \.listen),
        LatencyKind("write", \.write), LatencyKind("watch", \.watch),
      ], example: "firestore.latency(listen: 50ms)"
    ) { backend, change in change(&(try backend.clients.emulator).latency) },
    .script(of: "firestore") { backend in try backend.chooseScript() },
  ]

  private static let refusal = Parameter<FirestoreErrorCode.Code>.combining(
    Parameter<String>.refusal
  ) { name in try FirestoreErrorCode.Code(named: name, of: "Firestore") }
}

/// Where a client's answer can come from.
private enum AnswerSource: String, Sendable, CaseIterable {
  case `default`
  case server
  case cache

  var source: FirestoreSource {
    switch self {
    case .default: .default
    case .server: .server
    case .cache: .cache
    }
  }
}

/// What can lie between a client and the server.
private enum NetworkState: String, Sendable, CaseIterable {
  case reachable
  case unreachable
  case silent

  var network: FirestoreNetwork {
    switch self {
    case .reachable: .reachable
    case .unreachable: .unreachable
    case .silent: .silent
    }
  }
}

extension DeniedOperations {
  fileprivate var ofFirestore: [FirestoreOperation] {
    switch self {
    case .all: FirestoreOperation.allCases
    case .read: [.read]
    case .write: [.write]
    }
  }
}
