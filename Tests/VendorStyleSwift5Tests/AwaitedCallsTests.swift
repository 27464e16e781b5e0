import FakeAuth
import FakeDatabase
import FakeFirestore
import FakeMessaging
import FakeRemoteConfig
import SluiceSimulation
import SluiceSpies
import Testing

/// An app's code on the main actor that waits for the products, as their documentation has it.
@MainActor
private final class Notebook {
  private(set) var lines: [String] = []

  func write(_ fields: [String: Any], to document: DocumentReference) async throws {
    try await document.setData(fields)
    try await document.updateData(["n": 2])
    lines.append("\(try await document.getDocument().data()?["n"] as? Int ?? 0)")
    try await document.firestore.batch().deleteDocument(document).commit()
    lines.append("\(try await document.parent.getDocuments().count)")
  }

  func write(_ values: [String: Any], to place: DatabaseReference) async throws {
    try await place.setValue(values)
    try await place.updateChildValues(["b": 2])
    lines.append("\(try await place.getData().projected)")
    try await place.removeValue()
  }

  func update(_ config: RemoteConfig) async throws {
    let isNew = try await config.fetchAndActivate() == .successFetchedFromRemote
    let isOld = try await config.fetchAndActivate() == .successUsingPreFetchedData
    lines.append("\(isNew) \(isOld)")
  }

  func forget(_ messaging: Messaging) async throws {
    lines.append(try await messaging.token())
    try await messaging.deleteToken()
    do {
      lines.append(try await messaging.token())
    } catch {
      lines.append("\(error)")
    }
  }

  func leave(_ auth: Auth) async throws {
    let user = try await auth.signInAnonymously().user
    try await user.delete()
    lines.append("\(auth.currentUser == nil)")
  }
}

@Suite("Calls that an app awaits on the main actor")
struct AwaitedCallsTests {
  /// Has an app do something, and returns what it wrote down.
  private func lines(
    _ begin: (Simulation, Spy) throws -> @MainActor @Sendable (Notebook) async throws -> Void
  ) throws -> [String] {
    let lines = SimulationConfined(Lines())
    try Simulation().perform { simulation throws in
      let body = try begin(simulation, Spy(log: EventLog(of: simulation)))
      simulation.spawn("app") { @MainActor in
        let notebook = Notebook()
        do {
          try await body(notebook)
        } catch {
          Issue.record(error)
        }
        lines.value.all = notebook.lines
      }
      #expect(simulation.settle() == nil)
      simulation.end()
    }
    return lines.value.all
  }

  private final class Lines {
    var all: [String] = []
  }

  @Test("write documents and places, and read them")
  func writing() throws {
    #expect(
      try lines { simulation, spy in
        let document = FirestoreEmulator(in: simulation).makeFirestore(spy: spy).document("a/b")
        return { notebook in try await notebook.write(["n": 1], to: document) }
      } == ["2", "0"])
    #expect(
      try lines { simulation, spy in
        let place = DatabaseEmulator(in: simulation).makeDatabase(spy: spy).reference().child("n")
        return { notebook in try await notebook.write(["a": 1], to: place) }
      } == ["{a: 1, b: 2}"])
  }

  @Test("fetch, ask for tokens and delete accounts")
  func others() throws {
    #expect(
      try lines { simulation, spy in
        let emulator = RemoteConfigEmulator(in: simulation)
        emulator.publish(["color": "red"])
        let config = emulator.makeRemoteConfig(spy: spy)
        return { notebook in try await notebook.update(config) }
      } == ["true true"])
    #expect(
      try lines { simulation, spy in
        let emulator = MessagingEmulator(in: simulation)
        let messaging = emulator.makeMessaging(spy: spy)
        emulator.refreshToken("t-1")
        _ = simulation.settle()
        return { notebook in try await notebook.forget(messaging) }
      } == ["t-1", "there is no registration token"])
    #expect(
      try lines { simulation, spy in
        let auth = AuthEmulator(in: simulation).makeAuth(spy: spy)
        return { notebook in try await notebook.leave(auth) }
      } == ["true"])
  }
}
