import FakeDatabase
import SluiceConformance
import SluiceRunner
import SluiceSpies

/// The database of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
final class DatabaseScenarioFixture: ProductFixture {
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

  func perform(_ invocation: Invocation) throws(FixtureError) {
    try choice.perform(
      invocation, script: { script, call in try script.perform(call) },
      emulator: { clients, invocation in try clients.perform(invocation) })
  }

  func probe(_ invocation: Invocation) throws(FixtureError) -> Value {
    switch (invocation.name, choice.backend) {
    case ("database.listeners", _): return .integer(Int64(database.listenerCount))
    case ("database.answers", .emulator(let clients)): return .array(clients.answers)
    case (_, .emulator(let clients)): return try clients.data(of: invocation)
    case (_, .script): throw FixtureError("a script has no data to look at")
    }
  }
}

extension DatabaseScript {
  /// Does what a script verb says: an event of a child goes to the listeners for its kind, any
  /// other data to those for values.
  fileprivate func perform(_ call: ScriptedCall) throws {
    switch call {
    case .send(let value, let delivery): try send(scenario: value, delivery)
    case .sendMany(let count, let first):
      guard count >= 0 else { throw FixtureError("a number of values is not negative") }
      for number in 0..<count { try sendNumber(first + number, isFirst: number == 0) }
    case .fail(let error, let delivery):
      guard let error = DatabaseError(scenarioName: error) else {
        throw FixtureError("the Realtime Database has no error '\(error)'")
      }
      fail(error, delivery)
    case .sendNothing, .sendBoth:
      throw FixtureError("the Realtime Database calls back with data or with an error")
    case .finish: throw FixtureError("the Realtime Database's listeners know no end")
    case .refuse: throw FixtureError("the Realtime Database's observe never throws")
    }
  }

  private func send(scenario value: Value, _ delivery: CallbackDelivery) throws {
    if let event = try ScriptedChild(value) {
      send(event.type, event.child, previousSiblingKey: event.previousSiblingKey, delivery)
    } else {
      send(try TreeNode(checking: value), delivery)
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

extension TreeNode {
  /// What a scenario says that a place holds.
  ///
  /// - Throws: `FixtureError` where something in it can't be stored, and `DatabaseUsageError`.
  init(checking value: Value, priority: Value = .null, at path: TreePath = .root) throws {
    guard let data = DatabaseValue(scenario: value),
      let priority = DatabaseValue(scenario: priority)
    else { throw FixtureError("\(value) can't be stored in the Realtime Database") }
    self = try TreeNode(data, priority: priority, at: path)
  }
}

extension DataEventType {
  /// The kind with a name as scenarios write it.
  init?(scenarioName name: String) {
    switch name {
    case "value": self = .value
    case "added": self = .childAdded
    case "changed": self = .childChanged
    case "moved": self = .childMoved
    case "removed": self = .childRemoved
    default: return nil
    }
  }
}
