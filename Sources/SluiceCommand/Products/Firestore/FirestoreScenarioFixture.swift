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
  private struct State {
    var made: Backend?
    var isScripted: Bool
  }

  private enum Backend: Sendable {
    case script(FirestoreScript)
    case emulator(FirestoreClients)
  }

  private let setting: FixtureSetting
  private let state: Mutex<State>

  init(in setting: FixtureSetting) {
    self.setting = setting
    state = Mutex(State(isScripted: setting.layer == .unit))
  }

  /// The database that streams are read from.
  var firestore: Firestore {
    switch backend {
    case .script(let script): script.firestore
    case .emulator(let clients): clients.first
    }
  }

  private var backend: Backend {
    // Making one calls nobody back, so the lock may be held meanwhile.
    state.withLock { state in
      if let made = state.made { return made }
      let backend: Backend =
        state.isScripted
        ? .script(FirestoreScript(in: setting.simulation, spy: setting.spy))
        : .emulator(FirestoreClients(in: setting.simulation, spy: setting.spy))
      state.made = backend
      return backend
    }
  }

  func perform(_ invocation: Invocation) throws(FixtureError) {
    if invocation.name == "firestore.script" {
      let isEarly = state.withLock { state in
        if state.made == nil { state.isScripted = true }
        return state.made == nil
      }
      if isEarly { return }
      throw FixtureError("the emulator is in use already; firestore.script() comes first")
    }
    do {
      switch (backend, ScriptedCall(invocation)) {
      case (.script(let script), let call?): try script.perform(call)
      case (.emulator(let clients), nil): try clients.perform(invocation)
      case (.emulator, _?):
        throw FixtureError("this run has an emulator; say firestore.script() first")
      case (.script, nil): throw FixtureError("a script has no server and no clients")
      }
    } catch let error as FixtureError {
      throw error
    } catch {
      throw FixtureError("\(error)")
    }
  }

  func probe(_ invocation: Invocation) throws(FixtureError) -> Value {
    switch (invocation.name, backend) {
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
      fail(try FirestoreErrorCode(named: error), FirestoreDelivery(delivery))
    case .sendNothing(let delivery): sendNothing(FirestoreDelivery(delivery))
    case .sendBoth(let value, let error, let delivery):
      let snapshot = try ScriptedSnapshotValue(value)
      try sendBoth(
        document: snapshot.path, fields: snapshot.fields, FirestoreErrorCode(named: error),
        FirestoreDelivery(delivery))
    case .finish: throw FixtureError("Firestore's listeners know no end")
    case .refuse: throw FixtureError("Firestore's add never throws")
    }
  }

  private func send(
    _ snapshot: ScriptedSnapshotValue, _ delivery: ListenerDelivery
  ) throws {
    if let documents = snapshot.documents {
      try send(
        results: snapshot.path, documents: documents, metadata: snapshot.metadata,
        FirestoreDelivery(delivery))
    } else {
      try send(
        document: snapshot.path, fields: snapshot.fields, metadata: snapshot.metadata,
        FirestoreDelivery(delivery))
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

extension FirestoreDelivery {
  fileprivate init(_ delivery: ListenerDelivery) {
    switch delivery {
    case .direct: self = .direct
    case .queued(let delay): self = .queued(after: delay)
    case .late(let delay): self = .late(after: delay)
    }
  }
}
