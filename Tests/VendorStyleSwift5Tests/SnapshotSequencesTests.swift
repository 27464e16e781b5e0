import FakeCore
import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Wrapper in the vendor's style")
struct SnapshotSequencesTests {
  /// What a document consumer saw of the writes, from its task to the test.
  private final class Seen {
    var populations: [Int] = []
    var counts: [Int] = []
    var changes: [DocumentChangeType] = []
    var error: (any Error)?
  }

  @Test(
    "iterates a document until it is cancelled, and releases its listener then",
    arguments: [0, 1, 2, 3])
  func document(_ form: Int) throws {
    let seen = SimulationConfined(Seen())
    try Simulation().perform { simulation throws in
      let emulator = FirestoreEmulator(in: simulation)
      let core = try Core(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      FirebaseApp.configure()
      let firestore = Firestore.firestore()
      let city = firestore.collection("cities").document("SF")
      let forms = [
        city.snapshots, city.plainSnapshots, city.snapshots(includeMetadataChanges: true),
        city.snapshots(options: SnapshotListenOptions().withSource(.default)),
      ]
      let snapshots = forms[form]
      try emulator.put("cities/SF", .members([("population", .integer(860_000))]))
      let consumer = simulation.spawn("consumer") {
        do {
          for try await snapshot in snapshots {
            seen.value.populations.append(snapshot.data()?["population"] as? Int ?? 0)
          }
        } catch {
          seen.value.error = error
        }
      }
      _ = simulation.settle()
      try emulator.put("cities/SF", .members([("population", .integer(870_000))]))
      _ = simulation.settle()
      #expect(firestore.listenerCount == 1)
      consumer.cancel()
      #expect(firestore.listenerCount == 0)
      _ = simulation.settle()
      simulation.end()
    }
    #expect(seen.value.populations == [860_000, 870_000])
    #expect(seen.value.error == nil)
  }

  @Test("iterates a query with its changes, and ends with the error of its listener")
  func query() throws {
    let seen = SimulationConfined(Seen())
    try Simulation().perform { simulation throws in
      let emulator = FirestoreEmulator(in: simulation)
      let core = try Core(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      FirebaseApp.configure()
      let firestore = Firestore.firestore()
      let query = firestore.collection("cities").whereField("big", isEqualTo: true)
        .order(by: "population", descending: true).limit(to: 2)
      simulation.spawn("consumer") {
        do {
          for try await snapshot in query.snapshots {
            seen.value.counts.append(snapshot.count)
            seen.value.changes += snapshot.documentChanges.map(\.type)
          }
        } catch {
          seen.value.error = error
        }
      }
      _ = simulation.settle()
      let fields = Value.members([("big", .bool(true)), ("population", .integer(5))])
      try emulator.put("cities/SF", fields)
      _ = simulation.settle()
      try emulator.delete("cities/SF")
      _ = simulation.settle()
      try emulator.deny("cities")
      _ = simulation.settle()
      #expect(firestore.listenerCount == 0)
      simulation.end()
    }
    #expect(seen.value.counts == [0, 1, 0])
    #expect(seen.value.changes == [.added, .removed])
    #expect((seen.value.error as? FirestoreErrorCode)?.code == .permissionDenied)
  }
}
