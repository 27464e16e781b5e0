import FakeDatabase
import SluiceRunner
import SluiceSimulation
import SluiceSpies
import Synchronization

/// An emulator with the client whose streams are under test, and a second one that writes.
final class DatabaseClients: Sendable {
  let emulator: DatabaseEmulator
  /// The client whose streams are under test.
  let first: Database
  private let spy: Spy
  /// Made when it is first needed, on a log of its own: what it registers is nobody's business.
  private let madeSecond = Mutex<Database?>(nil)
  private let told = Answers()

  init(in simulation: Simulation, spy: Spy) {
    emulator = DatabaseEmulator(in: simulation)
    first = emulator.makeDatabase(spy: spy)
    self.spy = Spy(log: EventLog(of: simulation))
  }

  /// What writes, transactions and single events ended with, in order.
  var answers: [Value] { told.values }

  private var second: Database {
    madeSecond.withLock { made in
      let second = made ?? emulator.makeDatabase(spy: spy, name: "second")
      made = second
      return second
    }
  }

  /// The data that a probe asks for.
  func data(of invocation: Invocation) throws(FixtureError) -> Value {
    do {
      return emulator.node(at: try invocation.path).exported.projected
    } catch {
      throw FixtureError("\(error)")
    }
  }

  /// Does what a verb says.
  func perform(_ invocation: Invocation) throws {
    let client = invocation["by"] == .symbol("second") ? second : first
    switch invocation.name {
    case "database.put", "database.update", "database.remove":
      emulator.write(try invocation.write)
    case "database.client-set", "database.client-update", "database.client-remove",
      "database.client-priority":
      client.write(try invocation.write) { [told] in told.add($0) }
    case "database.on-disconnect-set", "database.on-disconnect-update":
      client.writeOnDisconnect(try invocation.write) { [told] in told.add($0) }
    case "database.on-disconnect-cancel":
      client.query(QuerySpecification(try invocation.path)).ref
        .cancelDisconnectOperations { [told] error, _ in told.add(error) }
    case "database.client-transaction": try transact(invocation, client)
    case "database.client-once": try listenOnce(invocation, client)
    case "database.keep-synced":
      client.query(try DatabaseTarget(invocation.arguments).specification())
        .keepSynced(invocation["on"]?.truth == true)
    case "database.purge": client.purgeOutstandingWrites()
    default: try change(invocation, client)
    }
  }

  /// Changes what stands between the clients and the server.
  private func change(_ invocation: Invocation, _ client: Database) throws {
    switch invocation.name {
    case "database.deny": try deny(invocation)
    case "database.allow": emulator.allow(try invocation.path)
    case "database.latency": setLatency(invocation)
    case "database.offline": client.goOffline()
    case "database.online": client.goOnline()
    case "database.network":
      emulator.setNetwork(
        invocation["state"] == .symbol("unreachable") ? .unreachable : .reachable, of: client)
    default: throw FixtureError("the Realtime Database knows no '\(invocation.name)'")
    }
  }

  private func transact(_ invocation: Invocation, _ client: Database) throws {
    let path = try invocation.path
    let decision = try invocation["set"].map { try TreeNode(checking: $0, at: path) }
    let delta = invocation["add"]?.wholeNumber
    client.query(QuerySpecification(path)).ref.transact(
      showingLocalEvents: invocation["local"]?.truth != false,
      { present in
        guard let delta else { return decision }
        guard case .number(.integer(let number))? = present.leafValue else {
          return .leaf(.integer(delta))
        }
        return .leaf(.integer(number + delta))
      },
      completion: { [told] error, isCommitted, snapshot in
        told.add(error, isCommitted: isCommitted, snapshot)
      })
  }

  private func listenOnce(_ invocation: Invocation, _ client: Database) throws {
    let type = DataEventType(scenarioName: invocation["event"]?.word ?? "value") ?? .value
    client.query(try DatabaseTarget(invocation.arguments).specification()).observeSingleEvent(
      of: type,
      andPreviousSiblingKeyWith: { [told] snapshot, key in
        let event = DatabaseEvent(type, snapshot, previousSiblingKey: key)?.projected
        let value = Value.members([
          ("event", .symbol("value")), ("value", snapshot.projected),
        ])
        told.add(event ?? value)
      }, withCancel: { [told] error in told.add(error) })
  }

  private func deny(_ invocation: Invocation) throws {
    let operations: [DatabaseOperation] =
      switch invocation["operations"]?.word {
      case "read": [.read]
      case "write": [.write]
      default: DatabaseOperation.allCases
      }
    let name = invocation["code"]?.word ?? "permission-denied"
    guard let error = DatabaseError(scenarioName: name) else {
      throw FixtureError("the Realtime Database has no error '\(name)'")
    }
    emulator.deny(DatabaseDenial(operations, at: try invocation.path, error: error))
  }

  private func setLatency(_ invocation: Invocation) {
    func duration(_ kind: String, _ present: Duration) -> Duration {
      invocation[kind]?.nanoseconds.map { .nanoseconds($0) } ?? present
    }
    let present = emulator.latency
    emulator.latency = DatabaseLatency(
      connect: duration("connect", present.connect), listen: duration("listen", present.listen),
      write: duration("write", present.write), watch: duration("watch", present.watch))
  }
}

/// What callers were told, in order.
private final class Answers: Sendable {
  private let state = Mutex<[Value]>([])

  var values: [Value] { state.withLock { $0 } }

  func add(_ value: Value) {
    state.withLock { $0.append(value) }
  }

  /// The end of a write.
  func add(_ error: (any Error)?) {
    add(error.map { Failure($0).value } ?? .symbol("ok"))
  }

  /// The end of a transaction.
  func add(_ error: (any Error)?, isCommitted: Bool, _ snapshot: DataSnapshot?) {
    if let error { return add(error) }
    add(
      .members([
        ("committed", .bool(isCommitted)), ("value", snapshot?.projected ?? .null),
      ]))
  }
}

extension Invocation {
  /// The place that is named.
  fileprivate var path: TreePath {
    get throws { try TreePath(parsing: self["path"]?.place ?? "") }
  }

  /// The write that is named.
  fileprivate var write: DatabaseWrite {
    get throws {
      let path = try path
      if case .object(let members)? = self["values"] {
        let values = try members.map { member in
          guard let value = DatabaseValue(scenario: member.value) else {
            throw FixtureError("\(member.value) can't be stored in the Realtime Database")
          }
          return DatabaseValue.Member(member.name, value)
        }
        return .update(path, try TreeNode.update(values, at: path))
      }
      let priority = self["priority"] ?? .null
      if name == "database.client-priority" {
        return .set(path.appending(.priority), try TreeNode(checking: priority))
      }
      let value = self["value"] ?? .null
      return .set(path, try TreeNode(checking: value, priority: priority, at: path))
    }
  }
}
