import FakeCore
import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("Firestore of an app")
struct FirestoreOfAppTests {
  @Test("is one object for each app and database, whose events are named after both")
  func instances() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      core.register(
        FirestoreEmulator(in: simulation).library(spy: Spy(log: EventLog(of: simulation))))
      FirebaseApp.configure()
      let second = try core.configure(name: "second")
      let firestore = Firestore.firestore()
      #expect(firestore === Firestore.firestore(database: "(default)"))
      #expect(firestore === Firestore.firestore(app: try #require(core.app())))
      #expect(firestore.app.isDefault)
      let other = Firestore.firestore(app: second)
      #expect(other !== firestore)
      #expect(other.app === second)
      #expect(Firestore.firestore(app: second, database: "old") !== other)
      #expect(
        Firestore.firestore(app: second, database: "old")
          === Firestore.firestore(app: second, database: "old"))
      simulation.end()
    }
  }

  @Test("is terminated with its app: nobody hears of anything, and what is asked is not answered")
  func deletion() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let emulator = FirestoreEmulator(in: simulation)
      let log = EventLog(of: simulation)
      core.register(emulator.library(spy: Spy(log: log)))
      let app = try core.configure()
      let other = try core.configure(name: "other")
      try emulator.put("cities/SF", .members([("n", .integer(1))]))
      let told = Mutex<[String]>([])
      let firestore = Firestore.firestore()
      let registration = firestore.document("cities/SF").addSnapshotListener { snapshot, error in
        told.withLock { told in told.append(error == nil ? "snapshot" : "error") }
      }
      let elsewhere = Firestore.firestore(app: other).document("cities/SF")
        .addSnapshotListener { _, _ in told.withLock { told in told.append("elsewhere") } }
      #expect(simulation.settle() == nil)
      #expect(told.withLock { told in told.sorted() } == ["elsewhere", "snapshot"])

      app.delete { _ in }
      #expect(log.entries.contains { entry in entry.event == .closedByApp(RegistrationID(1)) })
      let late = firestore.document("cities/LA").addSnapshotListener { _, _ in
        told.withLock { told in told.append("late") }
      }
      firestore.document("cities/SF").setData(["n": 2]) { _ in
        told.withLock { told in told.append("written") }
      }
      try emulator.put("cities/SF", .members([("n", .integer(3))]))
      #expect(simulation.settle() == nil)
      #expect(
        told.withLock { told in told.sorted() } == ["elsewhere", "elsewhere", "snapshot"])
      #expect(try emulator.contents(of: "cities/SF") == .members([("n", .integer(3))]))
      for registration in [registration, late, elsewhere] { registration.remove() }
      #expect(firestore.listenerCount == 0)
      simulation.end()
    }
  }

  @Test("is a script's where a script is registered, whatever app asks")
  func script() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let script = FirestoreScript(in: simulation, spy: Spy(log: EventLog(of: simulation)))
      core.register(script.library())
      let app = try core.configure()
      #expect(Firestore.firestore() === script.firestore)
      app.delete { _ in }
      let again = try core.configure()
      #expect(Firestore.firestore() === script.firestore)
      #expect(script.firestore.app === again)
      simulation.end()
    }
  }
}
