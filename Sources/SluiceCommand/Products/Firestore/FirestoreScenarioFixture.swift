import FakeFirestore
import FakeListener
import SluiceConformance
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import Synchronization

/// The Firestore of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
final class FirestoreScenarioFixture: ProductFixture {
  private let choice: BackendChoice<FirestoreScript, FirestoreClients>

  init(in setting: FixtureSetting) {
    choice = BackendChoice(
      of: "firestore", in: setting.layer,
      script: { FirestoreScript(in: setting.simulation, spy: setting.spy) },
      emulator: { FirestoreClients(in: setting.simulation, spy: setting.spy) })
  }

  /// The database that streams are read from.
  var firestore: Firestore {
    switch choice.backend {
    case .script(let script): script.firestore
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
    case ("firestore.listeners", _): return .integer(Int64(firestore.listenerCount))
    case (_, .emulator(let clients)):
      do {
        return try clients.emulator.fields(of: invocation["path"]?.letters ?? "")?.projected
          ?? .null
      } catch {
        throw FixtureError("\(error)")
      }
    case (_, .script): throw FixtureError("a script has no documents to look at")
    }
  }
}

extension FirestoreScript {
  /// Does what a script verb says.
  fileprivate func perform(_ call: ScriptedCall) throws {
    switch call {
    case .send(let value, let delivery): try send(ScriptedSnapshotValue(value), delivery)
    case .sendMany(let count, let first):
      for number in 0..<max(0, count) {
        let fields = Value.members([("n", .integer(first + number))])
        try sendToAll(fields)
      }
    case .fail(let error, let delivery):
      fail(try FirestoreErrorCode(named: error), delivery)
    case .sendNothing(let delivery): sendNothing(delivery)
    case .sendBoth(let value, let error, let delivery):
      let snapshot = try ScriptedSnapshotValue(value)
      try sendBoth(
        document: snapshot.path, fields: snapshot.fields, FirestoreErrorCode(named: error),
        delivery)
    case .finish: throw FixtureError("Firestore's listeners know no end")
    case .refuse: throw FixtureError("Firestore's add never throws")
    }
  }

  private func send(
    _ snapshot: ScriptedSnapshotValue, _ delivery: CallbackDelivery
  ) throws {
    if let documents = snapshot.documents {
      try send(
        results: snapshot.path, documents: documents, metadata: snapshot.metadata,
        delivery)
    } else {
      try send(
        document: snapshot.path, fields: snapshot.fields, metadata: snapshot.metadata,
        delivery)
    }
  }

  /// Hands the same fields to the listeners of every document that is listened to.
  private func sendToAll(_ fields: Value) throws {
    for path in listenedDocuments { try send(document: path, fields: fields) }
  }
}

extension FirestoreErrorCode {
  fileprivate init(named name: String) throws(FixtureError) {
    guard let code = Code(scenarioName: name) else {
      throw FixtureError("Firestore has no error '\(name)'")
    }
    self.init(code)
  }
}
