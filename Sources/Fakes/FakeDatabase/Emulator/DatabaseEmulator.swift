import FakeCore
public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A database server with any number of clients, doing real operations on the virtual clock.
///
/// Fault model. It can be told to take its time, by kind of operation; to refuse reads and writes
/// at a path, before and after a listen began; to be out of a client's reach; to have a clock of
/// its own. A write whose answer is lost with the connection is sent again, as in the product. A
/// single read is not, and its caller waits for ever, as in the product. It never loses or reorders
/// what it accepted, never delivers inside an add, and calls a removed listener only with events
/// that were on their way. Sources:
/// `FirebaseDatabase/Sources/Core/{FRepo,FPersistentConnection,FSyncTree}.m`,
/// `FirebaseDatabase/Sources/Core/View/FEventRaiser.m`.
public final class DatabaseEmulator: Sendable {
  private struct State {
    var server = DatabaseServer()
    var latency: DatabaseLatency
    var clockOffset: Int64 = 0
    var clients: [WeakClient] = []
  }

  private struct WeakClient: Sendable {
    weak let client: DatabaseClient?
  }

  /// The clients' clock at the start of the simulation, in milliseconds since the Unix epoch.
  private static let epoch: Int64 = 1_767_225_600_000

  /// Ten years in milliseconds.
  private static let greatestClockOffset = 315_360_000_000

  let simulation: Simulation
  private let state: Mutex<State>

  /// A server without data.
  ///
  /// - Parameters:
  ///   - simulation: Whose clock and events it uses.
  ///   - latency: How long operations take.
  public init(in simulation: Simulation, latency: DatabaseLatency = DatabaseLatency()) {
    self.simulation = simulation
    state = Mutex(State(latency: latency))
  }

  /// How long operations take from now on; what is under way keeps its time.
  public var latency: DatabaseLatency {
    get { state.withLock { $0.latency } }
    set { state.withLock { $0.latency = newValue } }
  }

  /// By how many milliseconds the server's clock is ahead of the clients'; zero unless it is set.
  ///
  /// A client learns it with each connection, and has it at `/.info/serverTimeOffset`. More than
  /// ten years stop the process.
  public var clockOffset: Int {
    get { Int(state.withLock { $0.clockOffset }) }
    set {
      precondition(
        newValue.magnitude <= Self.greatestClockOffset,
        "a server's clock is off by ten years at most")
      state.withLock { $0.clockOffset = Int64(newValue) }
    }
  }

  /// A new client of the server, with a connection of its own.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks of its listeners.
  ///   - name: The first part of the names of its events, as in `database.deliver`.
  ///   - behavior: How its listeners are treated throughout.
  /// - Returns: The client's database.
  public func makeDatabase(
    spy: Spy, name: String = "database", behavior: RegistrationBehavior = RegistrationBehavior()
  ) -> Database {
    let client = state.withLock { state in
      let client = DatabaseClient(id: state.clients.count + 1, name: name, emulator: self)
      state.clients.append(WeakClient(client: client))
      return client
    }
    return Database(
      backend: client, spy: spy, callbacks: client.callbacks, label: "\(name).deliver",
      behavior: behavior, membership: client.membership)
  }

  /// Puts something between a client and the server, or takes it away.
  ///
  /// - Parameters:
  ///   - network: What lies between them from now on.
  ///   - database: The database of a client of this emulator; others are not concerned.
  public func setNetwork(_ network: DatabaseNetwork, of database: Database) {
    (database.backend as? DatabaseClient)?.setNetwork(network)
  }

  /// The server's time in milliseconds since the Unix epoch.
  private var milliseconds: Int64 { clientMilliseconds + Int64(clockOffset) }

  /// The clients' time in milliseconds since the Unix epoch.
  var clientMilliseconds: Int64 {
    Self.epoch + simulation.instantOfCall.nanoseconds / 1_000_000
  }
}

// MARK: - What happens at the server

extension DatabaseEmulator {
  /// Replaces everything at a path of the server, whatever the rules say.
  ///
  /// What can't be stored stops the process, as it does where a client writes it.
  public func put(_ path: String, _ value: Any?, priority: Any? = nil) {
    stoppingOnMisuse { () throws(DatabaseUsageError) in
      let path = try TreePath(serverPath: path)
      write(
        .set(
          path,
          try TreeNode(
            DatabaseValue(any: value), priority: DatabaseValue(any: priority), at: path)))
    }
  }

  /// Replaces what is at some paths below a path of the server, whatever the rules say.
  public func update(_ path: String, _ values: [AnyHashable: Any]) {
    stoppingOnMisuse { () throws(DatabaseUsageError) in
      let path = try TreePath(serverPath: path)
      guard case .object(let members) = DatabaseValue(any: values) else { return }
      write(.update(path, try TreeNode.update(members, at: path)))
    }
  }

  /// The data at a path of the server, as scenarios write them.
  public func contents(of path: String) -> Value {
    stoppingOnMisuse { () throws(DatabaseUsageError) in
      node(at: try TreePath(serverPath: path)).exported.projected
    }
  }

  /// Refuses operations at a path from now on, ending the listens concerned.
  ///
  /// What holds a refused place, or is held by one, is refused too.
  public func deny(
    _ path: String, _ operations: [DatabaseOperation] = DatabaseOperation.allCases,
    code: DatabaseError.Code = .permissionDenied
  ) {
    stoppingOnMisuse { () throws(DatabaseUsageError) in
      deny(
        DatabaseDenial(operations, at: try TreePath(serverPath: path), error: DatabaseError(code)))
    }
  }

  /// Refuses operations at a path from now on to everybody but those who are signed in, ending the
  /// listens concerned.
  ///
  /// A client shows whose it is when it listens or writes, and when somebody else is signed in to
  /// its app; one that was not asked for that before counts as nobody's until it has.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - uid: The only user whom it does not refuse; nil for whoever is signed in.
  public func protect(_ path: String, for uid: String? = nil) {
    stoppingOnMisuse { () throws(DatabaseUsageError) in
      deny(
        DatabaseDenial(
          at: try TreePath(serverPath: path), sparing: uid.map { uid in .user(uid) } ?? .users))
    }
  }

  /// Takes back what was denied at exactly this path; listens that were ended stay ended.
  public func allow(_ path: String) {
    stoppingOnMisuse { () throws(DatabaseUsageError) in allow(try TreePath(serverPath: path)) }
  }

  /// The data at a path of the server.
  package func node(at path: TreePath) -> TreeNode {
    state.withLock { $0.server.root.node(at: path) }
  }

  /// Takes a write at the server, whatever the rules say.
  package func write(_ write: DatabaseWrite) {
    let milliseconds = milliseconds
    let messages = state.withLock { state in
      try? state.server.write(write, milliseconds: milliseconds, isTrusted: true)
    }
    send(messages ?? [])
  }

  /// Adds a rule.
  package func deny(_ denial: DatabaseDenial) {
    send(state.withLock { $0.server.deny(denial) })
  }

  /// Whether some rule makes a difference between users, so that clients say whose they are.
  var wantsUsers: Bool { state.withLock { $0.server.wantsUsers } }

  /// Takes in whose token a client shows.
  func identify(_ client: DatabaseClientID, as uid: String?) {
    send(state.withLock { $0.server.identify(client, as: uid) })
  }

  /// Takes back every rule at exactly this path.
  package func allow(_ path: TreePath) {
    state.withLock { $0.server.allow(path) }
  }

  /// Has the server take a client's write.
  ///
  /// - Returns: What the writer must be told before it has its answer; the others are told.
  /// - Throws: Why the write was refused.
  func take(
    _ write: DatabaseWrite, from id: DatabaseClientID, expecting expected: TreeNode?
  ) throws(DatabaseError) -> [ServerNews] {
    let milliseconds = milliseconds
    let outcome = state.withLock { state in
      Result { () throws(DatabaseError) in
        try state.server.write(write, milliseconds: milliseconds, expecting: expected, by: id)
      }
    }
    let messages = try outcome.get()
    send(messages.filter { $0.client != id })
    return messages.filter { $0.client == id }.map(\.news)
  }

  /// Ends a client's connection at the server.
  func disconnect(_ id: DatabaseClientID) {
    let milliseconds = milliseconds
    send(state.withLock { $0.server.disconnect(id, milliseconds: milliseconds) })
  }

  func withServer<Success>(
    _ body: (inout DatabaseServer) -> sending Success
  ) -> sending Success {
    state.withLock { body(&$0.server) }
  }

  private func send(_ messages: [DatabaseServer.Message]) {
    for (id, news) in messages {
      let client = state.withLock { $0.clients[id - 1].client }
      client?.serverSent(news)
    }
  }
}

extension TreePath {
  /// The place of the server that a text names.
  ///
  /// - Throws: `DatabaseUsageError` where it names none, or one of a client's own.
  fileprivate init(serverPath text: String) throws(DatabaseUsageError) {
    try self.init(parsing: text)
    try checkForServer()
  }
}

/// How long operations take between the clients and the server.
public struct DatabaseLatency: Hashable, Sendable {
  /// Until a client is connected.
  public var connect: Duration
  /// Until a listen, or a single read, is answered.
  public var listen: Duration
  /// Until a write, or a note for the end of the connection, is answered.
  public var write: Duration
  /// Until a client hears of what happened at the server.
  public var watch: Duration

  /// Latencies of so long each; nothing takes time by itself.
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
public enum DatabaseNetwork: Hashable, Sendable {
  /// Nothing: what is sent arrives.
  case reachable
  /// The connection broke, and attempts to connect fail.
  case unreachable
}
