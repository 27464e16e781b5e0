import FakeCore
import FakeFirestore
public import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Synchronization

/// The Firestore of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
public final class FirestoreBackend: ScriptedBackend {
  private let choice: BackendChoice<FirestoreScript, FirestoreClients>
  private let instances: RunInstances<Firestore>

  init(in setting: FixtureSetting) {
    let choice = BackendChoice(
      of: "firestore", in: setting.layer,
      script: { FirestoreScript(in: setting.simulation, spy: setting.spy) },
      emulator: { FirestoreClients(in: setting.simulation, spy: setting.spy) })
    self.choice = choice
    instances = RunApp.of(setting).instances(
      from: Firestore.library { [choice = WeakChoice(choice)] app, _ in
        choice.requiredInstance({ $0.firestore }, { $0.makeFirestore(of: app) })
      }, Firestore.firestore(app:))
  }

  /// The database that streams are read from.
  var firestore: Firestore {
    get throws(FixtureError) { try instances.first }
  }

  /// The emulator with its clients, of which the app's comes first.
  var clients: FirestoreClients {
    get throws(FixtureError) {
      let clients = try choice.emulator
      instances.prepare()
      return clients
    }
  }

  /// The database of an app, or of a client that is no app of this device.
  subscript(choice: ClientChoice) -> Firestore {
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

extension FirestoreScript {
  /// Does what a script verb says.
  fileprivate func play(_ call: ScriptedCall) throws {
    switch call {
    case .send(let value, let delivery):
      let snapshot = try ScriptedSnapshot(value)
      switch snapshot.contents {
      case .document(let fields):
        try send(document: snapshot.path, fields: fields, metadata: snapshot.metadata, delivery)
      case .results(let documents):
        try send(
          results: snapshot.path, documents: documents, metadata: snapshot.metadata, delivery)
      }
    case .sendMany(let count, let first):
      guard count >= 0 else { throw FixtureError("a number of values is not negative") }
      for number in 0..<count { try sendToAll(.members([("n", .integer(first + number))])) }
    case .fail(let error, let delivery):
      fail(FirestoreErrorCode(try .init(named: error, of: "Firestore")), delivery)
    case .sendNothing(let delivery): sendNothing(delivery)
    case .sendBoth(let value, let error, let delivery):
      let snapshot = try ScriptedSnapshot(value)
      let error = FirestoreErrorCode(try .init(named: error, of: "Firestore"))
      switch snapshot.contents {
      case .document(let fields):
        try sendBoth(document: snapshot.path, fields: fields, error, delivery)
      case .results(let documents):
        try sendBoth(results: snapshot.path, documents: documents, error, delivery)
      }
    case .finish: throw FixtureError("Firestore's listeners know no end")
    case .refuse: throw FixtureError("Firestore's add never throws")
    }
  }

  /// Hands the same fields to the listeners of every document that is listened to.
  private func sendToAll(_ fields: Value) throws {
    for path in listenedDocuments { try send(document: path, fields: fields) }
  }
}

/// An emulator with its clients: the apps', and another one that writes.
final class FirestoreClients: Sendable {
  let emulator: FirestoreEmulator
  private let spy: Spy
  /// The others', on a log of their own: what they register is nobody's business.
  private let otherSpy: Spy
  private let madeOther = Mutex<Firestore?>(nil)

  init(in simulation: Simulation, spy: Spy) {
    emulator = FirestoreEmulator(in: simulation)
    self.spy = spy
    otherSpy = Spy(log: EventLog(of: simulation))
  }

  /// The database of an app that asks for it: the first one's is under test.
  func makeFirestore(of app: FirebaseApp) -> Firestore {
    emulator.makeFirestore(
      spy: app.isDefault ? spy : otherSpy, name: app.eventName("firestore"))
  }

  /// The database of a client that is no app of this device, made when it is first needed.
  var other: Firestore {
    madeOther.withLock { made in
      let other = made ?? emulator.makeFirestore(spy: otherSpy, name: "second")
      made = other
      return other
    }
  }
}
