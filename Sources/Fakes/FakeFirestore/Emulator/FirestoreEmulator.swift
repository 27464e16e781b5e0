import FakeCore
public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A Firestore server with any number of clients, doing real operations on the virtual clock.
///
/// Fault model. It can be told to take its time, by kind of operation; to refuse reads and writes
/// below a path, before and after a listen began; to be out of a client's reach, with failures or
/// in silence. It never loses, repeats or reorders what it accepted, never delivers inside an add,
/// and never calls a removed listener.
///
/// A client keeps documents as its `settings` say. The server names what left the results of a
/// query that is resumed within ten seconds. Later it counts the results, and the client looks up
/// each document that may be gone. There are no bundles and no named queries. Sources:
/// `Firestore/core/src/core/{view,query_listener,sync_engine,event_manager}.cc`,
/// `Firestore/core/src/local/{local_store,memory_eager_reference_delegate}.cc`,
/// `Firestore/core/src/local/{leveldb_lru_reference_delegate,lru_garbage_collector}.cc`,
/// `Firestore/core/src/remote/{online_state_tracker,remote_event,bloom_filter}.cc`.
public final class FirestoreEmulator: Sendable {
  private struct State {
    var server = Server()
    var latency: FirestoreLatency
    var clients: [WeakClient] = []
  }

  private struct WeakClient: Sendable {
    weak let client: FirestoreClient?
  }

  /// The server's clock at the start of the simulation, in seconds since the Unix epoch.
  private static let epoch: Int64 = 1_767_225_600

  let simulation: Simulation
  private let state: Mutex<State>

  /// A server without documents.
  ///
  /// - Parameters:
  ///   - simulation: Whose clock and events it uses.
  ///   - latency: How long operations take.
  public init(in simulation: Simulation, latency: FirestoreLatency = FirestoreLatency()) {
    self.simulation = simulation
    state = Mutex(State(latency: latency))
  }

  /// How long operations take from now on; what is under way keeps its time.
  public var latency: FirestoreLatency {
    get { state.withLock { $0.latency } }
    set { state.withLock { $0.latency = newValue } }
  }

  /// A new client of the server, with a cache and a connection of its own.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks of its listeners.
  ///   - name: The first part of the names of its events, as in `firestore.deliver`.
  ///   - behavior: How its listeners are treated throughout.
  /// - Returns: The client's database.
  public func makeFirestore(
    spy: Spy, name: String = "firestore", behavior: RegistrationBehavior = RegistrationBehavior()
  ) -> Firestore {
    let client = state.withLock { state in
      let client = FirestoreClient(id: state.clients.count + 1, name: name, emulator: self)
      state.clients.append(WeakClient(client: client))
      return client
    }
    return Firestore(
      backend: client, spy: spy, behavior: behavior, membership: client.membership)
  }

  /// Puts something between a client and the server, or takes it away.
  ///
  /// - Parameters:
  ///   - network: What lies between them from now on.
  ///   - firestore: The database of a client of this emulator; others are not concerned.
  public func setNetwork(_ network: FirestoreNetwork, of firestore: Firestore) {
    (firestore.backend as? FirestoreClient)?.setNetwork(network)
  }

  /// The server's time.
  var time: Timestamp {
    let (seconds, nanoseconds) = simulation.instantOfCall.nanoseconds.quotientAndRemainder(
      dividingBy: 1_000_000_000)
    return Timestamp(seconds: Self.epoch + seconds, nanoseconds: Int32(nanoseconds)).stored
  }
}

// MARK: - What happens at the server

extension FirestoreEmulator {
  /// Makes a document at the server, or replaces it, whatever the rules say.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document or the fields can't be
  ///   stored.
  public func put(_ path: String, _ fields: Value) throws(FirestoreUsageError) {
    try commit([.set(DocumentKey(parsing: path), InputValue.fields(scenario: fields))])
  }

  /// Writes some fields of a document at the server, whatever the rules say.
  ///
  /// - Throws: `FirestoreUsageError` where it can't be written so, or does not exist.
  public func update(_ path: String, _ fields: Value) throws(FirestoreUsageError) {
    try commit([.update(DocumentKey(parsing: path), InputValue.update(scenario: fields))])
  }

  /// Deletes a document at the server, whatever the rules say.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document.
  public func delete(_ path: String) throws(FirestoreUsageError) {
    try commit([.delete(DocumentKey(parsing: path))])
  }

  /// The fields of a document at the server as scenarios write them; null where it does not exist.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document.
  public func contents(of path: String) throws(FirestoreUsageError) -> Value {
    try fields(of: path)?.projected ?? .null
  }

  /// The fields of a document at the server; nil where it does not exist.
  ///
  /// - Throws: `FirestoreUsageError` where the path names no document.
  package func fields(of path: String) throws(FirestoreUsageError) -> Fields? {
    let key = try DocumentKey(parsing: path)
    return state.withLock { $0.server.fields(of: key) }
  }

  /// Refuses operations below a path from now on, ending the listens concerned.
  ///
  /// A client takes a write back that is refused, unless the code says that the reason may pass:
  /// then it keeps the write, and those behind it, and sends them again after a while, as the
  /// product does with `cancelled`, `unknown`, `deadlineExceeded`, `resourceExhausted`, `internal`,
  /// `unavailable`, `unauthenticated` and `aborted`.
  ///
  /// - Throws: `FirestoreUsageError` where the path is malformed.
  public func deny(
    _ path: String, _ operations: [FirestoreOperation] = FirestoreOperation.allCases,
    code: FirestoreErrorCode.Code = .permissionDenied
  ) throws(FirestoreUsageError) {
    deny(
      try Denial(operations, below: ResourcePath(parsing: path), error: FirestoreErrorCode(code)))
  }

  private func deny(_ denial: Denial) {
    tell(withServer { $0.deny(denial) })
  }

  /// Whether some rule makes a difference between users, so that clients say whose they are.
  var wantsUsers: Bool { state.withLock { $0.server.wantsUsers } }

  /// Takes in whose token a client shows.
  func identify(_ client: ClientID, as uid: String?) {
    tell(withServer { $0.identify(client, as: uid) })
  }

  private func tell(_ refusals: [Server.Refusal]) {
    for refusal in refusals {
      client(refusal.client)?.serverRefused(refusal.target, refusal.error)
    }
  }

  /// Refuses operations below a path from now on to everybody but those who are signed in, ending
  /// the listens concerned.
  ///
  /// A client shows whose it is when it listens or writes, and when somebody else is signed in to
  /// its app; one that was not asked for that before counts as nobody's until it has.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - uid: The only user whom it does not refuse; nil for whoever is signed in.
  /// - Throws: `FirestoreUsageError` where the path is malformed.
  public func protect(
    _ path: String, for uid: String? = nil
  ) throws(FirestoreUsageError) {
    deny(
      try Denial(
        below: ResourcePath(parsing: path), sparing: uid.map { uid in .user(uid) } ?? .users))
  }

  /// Takes back what was denied at exactly this path; listens that were ended stay ended.
  ///
  /// - Throws: `FirestoreUsageError` where the path is malformed.
  public func allow(_ path: String) throws(FirestoreUsageError) {
    let path = try ResourcePath(parsing: path)
    state.withLock { $0.server.allow(path) }
  }

  private func commit(_ mutations: [Mutation]) throws(FirestoreUsageError) {
    do throws(FirestoreErrorCode) {
      _ = try commit(mutations, isTrusted: true)
    } catch {
      throw .refusedByServer(error)
    }
  }

  /// Takes writes, and tells the clients that listen.
  func commit(
    _ mutations: [Mutation], by client: ClientID? = nil, isTrusted: Bool
  ) throws(FirestoreErrorCode) -> CommitResult {
    let time = time
    let outcome = state.withLock { state in
      Result { () throws(FirestoreErrorCode) in
        let result = try state.server.commit(
          mutations, at: time, by: client, isTrusted: isTrusted)
        return (result, state.server.snapshots(afterWriting: mutations.map(\.key)))
      }
    }
    let (result, snapshots) = try outcome.get()
    for (id, snapshot) in snapshots {
      self.client(id)?.serverSent(snapshot)
    }
    return result
  }

  func withServer<Success>(_ body: (inout Server) -> sending Success) -> sending Success {
    let now = simulation.instantOfCall
    return state.withLock { state in
      state.server.now = now
      return body(&state.server)
    }
  }

  private func client(_ id: ClientID) -> FirestoreClient? {
    state.withLock { $0.clients[id - 1].client }
  }
}

/// How long each kind of operation takes on the virtual clock; nothing takes any time unless it is
/// said.
public struct FirestoreLatency: Hashable, Sendable {
  /// From an attempt to connect until the connection stands, or until the attempt has failed.
  public var connect: Duration
  /// From a listen until the server's first answer.
  public var listen: Duration
  /// From a local write until the server has taken or refused it, and the client knows.
  public var write: Duration
  /// From a commit at the server until a listening client knows.
  public var watch: Duration

  /// Latencies for each kind of operation; zero or less is at the same virtual instant.
  public init(
    connect: Duration = .zero, listen: Duration = .zero, write: Duration = .zero,
    watch: Duration = .zero
  ) {
    self.connect = connect
    self.listen = listen
    self.write = write
    self.watch = watch
  }
}

/// What lies between a client and the server.
public enum FirestoreNetwork: Hashable, Sendable {
  /// The server answers.
  case reachable
  /// Connections break, and attempts fail.
  case unreachable
  /// Nothing fails and nothing is answered: a client finds out after ten seconds.
  case silent
}
