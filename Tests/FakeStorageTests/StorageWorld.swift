import FakeStorage
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

/// An emulator with one client in a simulation, for a test.
final class StorageWorld {
  let simulation: Simulation
  let log: EventLog
  let emulator: StorageEmulator
  let storage: Storage

  private init(_ simulation: Simulation, latency: StorageLatency) {
    self.simulation = simulation
    log = EventLog(of: simulation)
    emulator = StorageEmulator(in: simulation, latency: latency)
    emulator.pieceSize = 100
    storage = emulator.makeStorage(spy: Spy(log: log))
  }

  /// Runs a test in a world of its own, in which a piece of 100 bytes takes 10 ms.
  static func run(
    latency: StorageLatency = StorageLatency(piece: .milliseconds(10)),
    _ body: (StorageWorld) throws -> Void
  ) throws {
    try Simulation().perform { simulation throws in
      let world = StorageWorld(simulation, latency: latency)
      try body(world)
      world.emulator.shutDown()
      simulation.end()
    }
  }

  /// Everything that is ready happens.
  func settle() {
    #expect(simulation.settle() == nil)
  }

  /// Virtual time passes, and everything due until then happens.
  func pass(_ duration: Duration) {
    #expect(simulation.advance(to: simulation.now.advanced(by: duration)) == nil)
  }

  /// An upload of so many bytes, which has not begun yet.
  func upload(_ bytes: Int, to path: String = "a") -> StorageUploadTask {
    storage.reference(withPath: path).putData(Data(count: bytes))
  }

  /// A download that has not begun yet.
  func download(_ path: String = "a") -> StorageDownloadTask {
    storage.reference(withPath: path).getData(maxSize: .max) { _, _ in }
  }
}

/// What the observers of a test were told, in the notation of scenarios.
final class StorageRecorder {
  private var lines: [String] = []
  private(set) var handles: [String] = []
  var onNews: (() -> Void)?

  /// Observes a task for some statuses.
  func observe(_ task: StorageObservableTask, _ statuses: StorageTaskStatus...) {
    for status in statuses {
      handles.append(task.observe(status) { snapshot in self.note(snapshot) })
    }
  }

  /// Writes down what an observer was told.
  func note(_ snapshot: StorageTaskSnapshot, by name: String = "") {
    let error = (snapshot.error as? StorageError).map { error in " \(error.code.rawValue)" } ?? ""
    let line = snapshot.status == .progress ? "\(snapshot.projected)" : "\(snapshot.status)"
    lines.append(name + line + error)
    onNews?()
  }

  /// What was told since this was last asked.
  var news: [String] {
    defer { lines = [] }
    return lines
  }
}
