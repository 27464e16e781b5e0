import FakeAuth
import FakeCore
import FakeStorage
import Foundation
import ReferenceStreams
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Streams of an app")
struct EndingWithAppTests {
  /// What consumers saw, from their tasks to the test.
  private final class Seen {
    var lines: [String] = []
  }

  private func withAuth(
    recordingIn log: (Simulation) -> EventLog = { simulation in EventLog(of: simulation) },
    _ body: (Simulation, FirebaseApp, Auth) throws -> Void
  ) throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let emulator = AuthEmulator(in: simulation)
      core.register(emulator.library(spy: Spy(log: log(simulation))))
      let app = try core.configure()
      try body(simulation, app, Auth.auth())
      simulation.end()
    }
  }

  @Test("ask for the notice of its deletion while they are read, and give it back in any case")
  func notice() throws {
    try withAuth { simulation, app, auth in
      let users = auth.authStateChanges
      #expect(app.deletionObserverCount == 0)
      let first = simulation.spawn("first") { for await _ in users {} }
      simulation.spawn("second") { for await _ in users.prefix(1) {} }
      simulation.spawn("third") { for await _ in auth.idTokenChanges { break } }
      #expect(simulation.settle() == nil)
      #expect(app.deletionObserverCount == 1)
      #expect(auth.listenerCount == 1)
      first.cancel()
      #expect(simulation.settle() == nil)
      #expect(app.deletionObserverCount == 0)
      #expect(auth.listenerCount == 0)
    }
  }

  @Test("end with it, and hand out before that what was called back")
  func end() throws {
    let seen = SimulationConfined(Seen())
    try withAuth { simulation, app, auth in
      simulation.spawn("consumer") {
        for await user in auth.authStateChanges {
          seen.value.lines.append(user?.uid ?? "nobody")
        }
        seen.value.lines.append("end")
      }
      #expect(simulation.settle() == nil)
      app.delete { _ in }
      #expect(auth.listenerCount == 0)
      #expect(simulation.settle() == nil)
      simulation.spawn("late") {
        for await _ in auth.authStateChanges {}
        seen.value.lines.append("late end")
      }
      #expect(simulation.settle() == nil)
    }
    #expect(seen.value.lines == ["nobody", "end", "late end"])
  }

  @Test("add no listener where it is deleted already")
  func late() throws {
    var log: EventLog?
    try withAuth { simulation in
      let made = EventLog(of: simulation)
      log = made
      return made
    } _: { simulation, app, auth in
      app.delete { _ in }
      simulation.spawn("late") { for await _ in auth.authStateChanges {} }
      #expect(simulation.settle() == nil)
    }
    let adds = try #require(log).entries.filter { entry in
      if case .addCalled = entry.event { true } else { false }
    }
    #expect(adds.isEmpty)
  }

  @Test("are as they were over a source that was made without one")
  func withoutApp() throws {
    try Simulation().perform { simulation throws in
      let auth = AuthEmulator(in: simulation)
        .makeAuth(spy: Spy(log: EventLog(of: simulation)))
      #expect(auth.authStateChanges.listeners.count == 1)
      let core = try Core(in: simulation)
      core.register(
        StorageEmulator(in: simulation).library(spy: Spy(log: EventLog(of: simulation))))
      FirebaseApp.configure()
      let task = Storage.storage().reference(withPath: "a").putData(Data())
      #expect(task.progressUpdates.listeners.count == 4)
      simulation.end()
    }
  }
}
