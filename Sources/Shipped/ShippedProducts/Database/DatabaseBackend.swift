import FakeCore
import FakeDatabase
public import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Synchronization

/// The database of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
public final class DatabaseBackend: ScriptedBackend {
  private let choice: BackendChoice<DatabaseScript, DatabaseClients>
  private let instances: RunInstances<Database>

  init(in setting: FixtureSetting) {
    let choice = BackendChoice(
      of: "database", in: setting.layer,
      script: { DatabaseScript(in: setting.simulation, spy: setting.spy) },
      emulator: { DatabaseClients(in: setting.simulation, spy: setting.spy) })
    self.choice = choice
    instances = RunApp.of(setting).instances(
      from: Database.library { [choice = WeakChoice(choice)] app, _ in
        choice.requiredInstance({ $0.database }, { $0.makeDatabase(of: app) })
      }, Database.database(app:))
  }

  /// The database that streams are read from.
  var database: Database {
    get throws(FixtureError) { try instances.first }
  }

  /// The emulator with its clients, of which the app's comes first.
  var clients: DatabaseClients {
    get throws(FixtureError) {
      let clients = try choice.emulator
      instances.prepare()
      return clients
    }
  }

  /// The database of an app, or of a client that is no app of this device.
  subscript(choice: ClientChoice) -> Database {
    get throws(FixtureError) {
      let clients = try clients
      return try instances.instance(of: choice, or: clients.other)
    }
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
    case .fail(let error, let delivery):
      fail(try DatabaseError(named: error, of: "the Realtime Database"), delivery)
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

extension DatabaseBackend {
  /// Has a client write.
  func write(_ write: DatabaseWrite, by client: ClientChoice) throws(FixtureError) {
    try self[client].write(write) { [told = try clients.told] error in told.add(error) }
  }

  /// Has the server write when a client's connection ends.
  func writeOnDisconnect(_ write: DatabaseWrite, of client: ClientChoice) throws(FixtureError) {
    try self[client].writeOnDisconnect(write) { [told = try clients.told] error in told.add(error) }
  }

  /// Takes back what the server was to write at a place.
  func cancelOnDisconnect(_ path: TreePath, of client: ClientChoice) throws(FixtureError) {
    try self[client].query(QuerySpecification(path)).ref
      .cancelDisconnectOperations { [told = try clients.told] error, _ in told.add(error) }
  }

  /// Has a client run a transaction.
  func run(_ transaction: ClientTransaction, by client: ClientChoice) throws(FixtureError) {
    try self[client].query(QuerySpecification(transaction.path)).ref.transact(
      showingLocalEvents: transaction.showsLocalEvents,
      { present in transaction.decide(present) },
      completion: { [told = try clients.told] error, isCommitted, snapshot in
        told.add(error, isCommitted: isCommitted, snapshot)
      })
  }

  /// Has a client listen to one event.
  func listenOnce(
    _ type: DataEventType, to query: QuerySpecification, by client: ClientChoice
  ) throws(FixtureError) {
    let clients = try clients
    let giveUp = try self[client].listenOnce(
      type, to: query,
      { [told = clients.told] snapshot, key in
        let event = DatabaseEvent(type, snapshot, previousSiblingKey: key)?.projected
        let value = Value.members([
          ("event", .symbol("value")), ("value", snapshot.projected),
        ])
        told.add(event ?? value)
      }, cancel: { [told = clients.told] error in told.add(error) })
    clients.holdUntilTheEnd(giveUp)
  }
}

/// An emulator with its clients: the apps', and another one that writes.
final class DatabaseClients: Sendable {
  let emulator: DatabaseEmulator
  /// What writes, transactions and single events ended with.
  let told = DatabaseAnswers()
  private let spy: Spy
  /// The others', on a log of their own: what they register is nobody's business.
  private let otherSpy: Spy
  private let madeOther = Mutex<Database?>(nil)
  /// What gives up the single events that the clients have listened to.
  private let singles = Mutex<[@Sendable () -> Void]>([])

  init(in simulation: Simulation, spy: Spy) {
    emulator = DatabaseEmulator(in: simulation)
    self.spy = spy
    otherSpy = Spy(log: EventLog(of: simulation))
  }

  /// What the clients still listen to is their own: with the last of them it is over, so that
  /// nobody takes it for something that the stream keeps alive.
  deinit {
    for giveUp in singles.withLock(\.self) { giveUp() }
  }

  /// Notes what gives up something that a client has begun, for the end.
  func holdUntilTheEnd(_ giveUp: @escaping @Sendable () -> Void) {
    singles.withLock { singles in singles.append(giveUp) }
  }

  /// The database of an app that asks for it: the first one's is under test.
  func makeDatabase(of app: FirebaseApp) -> Database {
    emulator.makeDatabase(
      spy: app.isDefault ? spy : otherSpy, name: app.eventName("database"))
  }

  /// The database of a client that is no app of this device, made when it is first needed.
  var other: Database {
    madeOther.withLock { made in
      let other = made ?? emulator.makeDatabase(spy: otherSpy, name: "second")
      made = other
      return other
    }
  }
}

/// What callers were told, in order.
final class DatabaseAnswers: Sendable {
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
