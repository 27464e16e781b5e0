import FakeFirestore
public import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Synchronization

/// The Firestore of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
public final class FirestoreBackend: ScriptedBackend {
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

  /// The emulator with its clients.
  var clients: FirestoreClients {
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
      fail(FirestoreErrorCode(try FirestoreErrorCode.Code(named: error)), delivery)
    case .sendNothing(let delivery): sendNothing(delivery)
    case .sendBoth(let value, let error, let delivery):
      let snapshot = try ScriptedSnapshot(value)
      let error = FirestoreErrorCode(try FirestoreErrorCode.Code(named: error))
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

extension FirestoreErrorCode.Code {
  /// The code with a name as scenarios write it.
  init(named name: String) throws(FixtureError) {
    guard let code = FirestoreErrorCode.Code(scenarioName: name) else {
      throw FixtureError("Firestore has no error '\(name)'")
    }
    self = code
  }
}

/// An emulator with the client whose streams are under test, and a second one that writes.
final class FirestoreClients: Sendable {
  let emulator: FirestoreEmulator
  /// The client whose streams are under test.
  let first: Firestore
  private let spy: Spy
  /// Made when it is first needed, on a log of its own: what it registers is nobody's business.
  private let madeSecond = Mutex<Firestore?>(nil)

  init(in simulation: Simulation, spy: Spy) {
    emulator = FirestoreEmulator(in: simulation)
    first = emulator.makeFirestore(spy: spy)
    self.spy = Spy(log: EventLog(of: simulation))
  }

  private var second: Firestore {
    madeSecond.withLock { made in
      let second = made ?? emulator.makeFirestore(spy: spy, name: "second")
      made = second
      return second
    }
  }

  subscript(choice: ClientChoice) -> Firestore { choice == .second ? second : first }
}
