import FakeDatabase
public import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Synchronization

/// The database of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
public final class DatabaseBackend: ScriptedBackend {
  private let choice: BackendChoice<DatabaseScript, DatabaseClients>

  init(in setting: FixtureSetting) {
    choice = BackendChoice(
      of: "database", in: setting.layer,
      script: { DatabaseScript(in: setting.simulation, spy: setting.spy) },
      emulator: { DatabaseClients(in: setting.simulation, spy: setting.spy) })
  }

  /// The database that streams are read from.
  var database: Database {
    switch choice.backend {
    case .script(let script): script.database
    case .emulator(let clients): clients.first
    }
  }

  /// The emulator with its clients.
  var clients: DatabaseClients {
    get throws(FixtureError) { try choice.emulator }
  }

  func chooseScript() throws(FixtureError) {
    try choice.chooseScript()
  }

  /// Has the listeners told what a script verb says.
  public func play(_ call: ScriptedCall) throws {
    try choice.script.play(call)
  }
}

extension DatabaseScript {
  /// Does what a script verb says: an event of a child goes to the listeners for its kind, any
  /// other data to those for values.
  fileprivate func play(_ call: ScriptedCall) throws {
    switch call {
    case .send(let value, let delivery):
      if let event = try DatabaseProduct.child(value) {
        send(event.type, event.child, previousSiblingKey: event.previousSiblingKey, delivery)
      } else {
        send(try TreeNode(checking: value), delivery)
      }
    case .sendMany(let count, let first):
      guard count >= 0 else { throw FixtureError("a number of values is not negative") }
      for number in 0..<count { try sendNumber(first + number, isFirst: number == 0) }
    case .fail(let error, let delivery): fail(try DatabaseError(named: error), delivery)
    case .sendNothing, .sendBoth:
      throw FixtureError("the Realtime Database calls back with data or with an error")
    case .finish: throw FixtureError("the Realtime Database's listeners know no end")
    case .refuse: throw FixtureError("the Realtime Database's observe never throws")
    }
  }

  /// Hands listeners for values a number, and those for new children one with that key and value.
  private func sendNumber(_ number: Int64, isFirst: Bool) throws {
    let node = try TreeNode(checking: .integer(number))
    send(node)
    send(
      .childAdded, NamedNode(ChildKey("\(number)"), node),
      previousSiblingKey: isFirst ? nil : "\(number - 1)")
  }
}

extension DatabaseError {
  /// The error with a name as scenarios write it.
  init(named name: String) throws(FixtureError) {
    guard let error = DatabaseError(scenarioName: name) else {
      throw FixtureError("the Realtime Database has no error '\(name)'")
    }
    self = error
  }
}

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

  subscript(choice: ClientChoice) -> Database { choice == .second ? second : first }

  /// Has a client write.
  func write(_ write: DatabaseWrite, by client: ClientChoice) {
    self[client].write(write) { [told] error in told.add(error) }
  }

  /// Has the server write when a client's connection ends.
  func writeOnDisconnect(_ write: DatabaseWrite, of client: ClientChoice) {
    self[client].writeOnDisconnect(write) { [told] error in told.add(error) }
  }

  /// Takes back what the server was to write at a place.
  func cancelOnDisconnect(_ path: TreePath, of client: ClientChoice) {
    self[client].query(QuerySpecification(path)).ref
      .cancelDisconnectOperations { [told] error, _ in told.add(error) }
  }

  /// Has a client run a transaction.
  func run(_ transaction: ClientTransaction, by client: ClientChoice) {
    self[client].query(QuerySpecification(transaction.path)).ref.transact(
      showingLocalEvents: transaction.showsLocalEvents,
      { present in transaction.decide(present) },
      completion: { [told] error, isCommitted, snapshot in
        told.add(error, isCommitted: isCommitted, snapshot)
      })
  }

  /// Has a client listen to one event.
  func listenOnce(
    _ type: DataEventType, to query: QuerySpecification, by client: ClientChoice
  ) {
    self[client].query(query).observeSingleEvent(
      of: type,
      andPreviousSiblingKeyWith: { [told] snapshot, key in
        let event = DatabaseEvent(type, snapshot, previousSiblingKey: key)?.projected
        let value = Value.members([
          ("event", .symbol("value")), ("value", snapshot.projected),
        ])
        told.add(event ?? value)
      }, withCancel: { [told] error in told.add(error) })
  }
}

/// What callers were told, in order.
private final class Answers: Sendable {
  private let state = Mutex<[Value]>([])

  var values: [Value] { state.withLock { answers in answers } }

  func add(_ value: Value) {
    state.withLock { answers in answers.append(value) }
  }

  /// The end of a write.
  func add(_ error: (any Error)?) {
    add(error.map { error in Failure(error).value } ?? .symbol("ok"))
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
