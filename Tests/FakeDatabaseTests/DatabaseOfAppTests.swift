import FakeCore
import FakeDatabase
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("Realtime Database of an app")
struct DatabaseOfAppTests {
  @Test("is one object for each app and place, of which the options name one")
  func instances() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      core.register(
        DatabaseEmulator(in: simulation).library(spy: Spy(log: EventLog(of: simulation))))
      let options = FirebaseOptions()
      options.databaseURL = "https://demo.example.test"
      FirebaseApp.configure(options: options)
      let second = try core.configure(name: "second")
      let database = Database.database()
      #expect(database === Database.database(url: "https://demo.example.test"))
      #expect(database === Database.database(url: "https://demo.example.test/"))
      #expect(database !== Database.database(url: "https://other.example.test"))
      #expect(database.app?.isDefault == true)
      #expect(Database.database(app: second) === Database.database(app: second))
      #expect(Database.database(app: second) !== database)
      simulation.end()
    }
  }

  @Test("is cut off with its app: nobody hears of anything, nor does the server")
  func deletion() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let emulator = DatabaseEmulator(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      let app = try core.configure()
      emulator.put("/count", 1)
      let told = Mutex<[String]>([])
      let database = Database.database()
      let count = database.reference(withPath: "/count")
      let handle = count.observe(.value) { _ in told.withLock { told in told.append("value") } }
      count.observeSingleEvent(of: .childAdded) { _ in
        told.withLock { told in told.append("single") }
      }
      #expect(simulation.settle() == nil)
      #expect(told.withLock { told in told } == ["value"])

      app.delete { _ in }
      let late = count.observe(.value) { _ in told.withLock { told in told.append("late") } }
      count.observeSingleEvent(of: .value) { _ in
        told.withLock { told in told.append("late single") }
      }
      emulator.put("/count", ["child": 2])
      count.setValue(3)
      #expect(simulation.settle() == nil)
      #expect(told.withLock { told in told } == ["value"])
      #expect(emulator.contents(of: "/count") == .members([("child", .integer(2))]))
      count.removeObserver(withHandle: handle)
      count.removeObserver(withHandle: late)
      #expect(database.listenerCount == 0)
      simulation.end()
    }
  }
}
