import FakeCore
import FakeStorage
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Wrapper of a task's progress in the vendor's style")
struct ProgressSequencesTests {
  /// What a consumer saw, from its task to the test.
  private final class Seen {
    var bytes: [Int64] = []
    var error: (any Error)?
  }

  @Test(
    "iterates the progress of uploads and downloads until they end or are cancelled",
    arguments: ["upload", "download", "cancelled"])
  func progress(_ what: String) throws {
    let seen = SimulationConfined(Seen())
    try Simulation().perform { simulation throws in
      let emulator = StorageEmulator(in: simulation)
      emulator.pieceSize = 100
      emulator.latency.piece = .milliseconds(10)
      emulator.put("b", Data(count: 200))
      let core = try Core(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      FirebaseApp.configure()
      let storage = Storage.storage()
      let task: any StorageObservableTask & StorageTaskManagement =
        what == "download"
        ? storage.reference(withPath: "b").getData(maxSize: 1000) { _, _ in }
        : storage.reference().child("a").putData(Data(count: 200), metadata: nil)
      _ = simulation.settle()
      simulation.spawn("consumer") {
        do {
          for try await snapshot in task.progressUpdates {
            seen.value.bytes.append(snapshot.progress?.completedUnitCount ?? -1)
          }
        } catch {
          seen.value.error = error
        }
      }
      _ = simulation.settle()
      #expect(storage.observerCount == 3)
      if what == "cancelled" { task.cancel() }
      _ = simulation.advance(to: simulation.now.advanced(by: .seconds(1)))
      #expect(storage.observerCount == 0)
      simulation.end()
    }
    #expect(seen.value.bytes == (what == "cancelled" ? [0] : [0, 100, 200, 200]))
    let code = (seen.value.error as NSError?)?.code
    #expect(code == (what == "cancelled" ? -13040 : nil))
  }
}
