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
            for try await snapshot in place.snapshots {
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

  @Test("iterates what happens to children, and ends with the server's refusal")
  func childEvents() throws {
    let seen = SimulationConfined(Seen())
    try Simulation().perform { simulation throws in
      let emulator = DatabaseEmulator(in: simulation)
      let database = emulator.makeDatabase(spy: Spy(log: EventLog(of: simulation)))
      emulator.put("n", ["a": 1, "b": 2])
      let query = database.reference(withPath: "n").queryOrderedByValue()
      simulation.spawn("consumer") {
        do {
          for try await event in query.childEvents() { seen.value.lines.append(Self.text(event)) }
        } catch {
          seen.value.lines.append("\(error as? DatabaseError == DatabaseError(.permissionDenied))")
        }
      }
      _ = simulation.settle()
      emulator.put("n/a", 3)
      emulator.update("n", ["b": Int?.none as Any])
      _ = simulation.settle()
      #expect(database.listenerCount == 4)
      emulator.deny("n")
      _ = simulation.settle()
      #expect(database.listenerCount == 0)
      simulation.end()
    }
    #expect(seen.value.lines == ["+a", "+b after a", "a moved after b", "a after b", "-b", "true"])
  }

  private static func text(_ event: DatabaseEvent) -> String {
    let place = { (key: String?) in key.map { key in " after \(key)" } ?? "" }
    switch event {
    case .childAdded(let child, let key): return "+\(child.key)\(place(key))"
    case .childChanged(let child, let key): return "\(child.key)\(place(key))"
    case .childMoved(let child, let key): return "\(child.key) moved\(place(key))"
    case .childRemoved(let child): return "-\(child.key)"
    }
  }
}
