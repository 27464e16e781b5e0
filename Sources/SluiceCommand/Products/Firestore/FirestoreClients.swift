import FakeFirestore
import SluiceRunner
import SluiceSimulation
import SluiceSpies
import Synchronization

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

  /// Does what a verb says.
  func perform(_ invocation: Invocation) throws {
    let path = invocation["path"]?.place ?? ""
    let fields = invocation["fields"] ?? .null
    let client = invocation["by"] == .symbol("second") ? second : first
    switch invocation.name {
    case "firestore.put": try emulator.put(path, fields)
    case "firestore.update": try emulator.update(path, fields)
    case "firestore.delete": try emulator.delete(path)
    case "firestore.client-set":
      try client.set(scenario: path, fields, merge: invocation["merge"]?.truth == true)
    case "firestore.client-update": try client.update(scenario: path, fields)
    case "firestore.client-delete": try client.delete(scenario: path)
    case "firestore.client-get":
      try client.get(scenario: path, from: FirestoreSource(invocation["from"]))
    case "firestore.deny": try deny(path, invocation)
    case "firestore.allow": try emulator.allow(path)
    case "firestore.latency": setLatency(invocation)
    case "firestore.offline": client.disableNetwork()
    case "firestore.online": client.enableNetwork()
    case "firestore.network":
      emulator.setNetwork(FirestoreNetwork(invocation["state"]), of: client)
    default: throw FixtureError("Firestore knows no '\(invocation.name)'")
    }
  }

  private func deny(_ path: String, _ invocation: Invocation) throws {
    let operations: [Denial.Operation] =
      switch invocation["operations"]?.word {
      case "read": [.read]
      case "write": [.write]
      default: Denial.Operation.allCases
      }
    let name = invocation["code"]?.word ?? "permission-denied"
    guard let code = FirestoreErrorCode.Code(scenarioName: name) else {
      throw FixtureError("Firestore has no error '\(name)'")
    }
    try emulator.deny(path, operations, code: code)
  }

  private func setLatency(_ invocation: Invocation) {
    func duration(_ kind: String, _ present: Duration) -> Duration {
      invocation[kind]?.nanoseconds.map { .nanoseconds($0) } ?? present
    }
    let present = emulator.latency
    emulator.latency = FirestoreLatency(
      connect: duration("connect", present.connect), listen: duration("listen", present.listen),
      write: duration("write", present.write), watch: duration("watch", present.watch))
  }
}

extension FirestoreSource {
  fileprivate init(_ value: Value?) {
    switch value?.word {
    case "server": self = .server
    case "cache": self = .cache
    default: self = .default
    }
  }
}

extension FirestoreNetwork {
  fileprivate init(_ value: Value?) {
    switch value?.word {
    case "unreachable": self = .unreachable
    case "silent": self = .silent
    default: self = .reachable
    }
  }
}
