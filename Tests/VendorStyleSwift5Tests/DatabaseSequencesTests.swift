import FakeCore
import FakeDatabase
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Wrapper of a database's listeners in the vendor's style")
struct DatabaseSequencesTests {
  /// What a consumer saw, from its task to the test.
  private final class Seen {
    var lines: [String] = []
  }

  @Test(
    "iterates values or children until it is cancelled, and releases its listeners then",
    arguments: [false, true])
  func values(ofChildren: Bool) throws {
    let seen = SimulationConfined(Seen())
    try Simulation().perform { simulation throws in
      let emulator = DatabaseEmulator(in: simulation)
      let core = try Core(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      FirebaseApp.configure()
      let database = Database.database()
      emulator.put("n", ["a": 1])
      let place = database.reference(withPath: "n")
      let consumer = simulation.spawn("consumer") {
        do {
          if ofChildren {
            for try await line in place.comings { seen.value.lines.append(line) }
          } else {
            for try await snapshot in place.values {
              seen.value.lines.append("\(snapshot.childrenCount)")
            }
          }
        } catch {
          seen.value.lines.append("\(error)")
        }
      }
      _ = simulation.settle()
      place.updateChildValues(["a": Int?.none as Any, "b": 2, "c": 3])
      _ = simulation.settle()
      #expect(database.listenerCount == (ofChildren ? 2 : 1))
      consumer.cancel()
      #expect(database.listenerCount == 0)
      _ = simulation.settle()
      simulation.end()
    }
    #expect(seen.value.lines == (ofChildren ? ["+a", "a", "+b", "+c"] : ["1", "2"]))
  }
}
