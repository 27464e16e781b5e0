import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

/// An emulator with one client in a simulation, and what the listeners of a test were told.
final class World {
  let simulation: Simulation
  let log: EventLog
  let emulator: FirestoreEmulator
  let firestore: Firestore

  private init(_ simulation: Simulation, latency: FirestoreLatency) {
    self.simulation = simulation
    log = EventLog(of: simulation)
    emulator = FirestoreEmulator(in: simulation, latency: latency)
    firestore = emulator.makeFirestore(spy: Spy(log: log))
  }

  /// Runs a test in a world of its own.
  static func run(
    latency: FirestoreLatency = FirestoreLatency(), schedule seed: UInt64? = nil,
    _ body: (World) throws -> Void
  ) throws {
    let scheduler: any Scheduler =
      if let seed { AnyOrder(numbers: SplitMix64(seed: seed)) } else { FirstInFirstOut() }
    try Simulation(scheduler: scheduler).perform { simulation throws in
      try body(World(simulation, latency: latency))
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

  /// A listener on a document that writes down what it is told.
  func listen(
    _ path: String, metadata: Bool = false, source: ListenSource = .default
  ) -> Recorder {
    let recorder = Recorder(simulation)
    recorder.registration = firestore.document(path).addSnapshotListener(
      options: options(metadata, source)
    ) { snapshot, error in
      recorder.note(snapshot?.projected, error)
    }
    return recorder
  }

  /// A listener on a query that writes down what it is told.
  func listen(
    _ query: Query, metadata: Bool = false, source: ListenSource = .default
  ) -> Recorder {
    let recorder = Recorder(simulation)
    recorder.registration = query.addSnapshotListener(options: options(metadata, source)) {
      snapshot, error in
      recorder.note(snapshot?.projected, error)
    }
    return recorder
  }

  private func options(_ metadata: Bool, _ source: ListenSource) -> SnapshotListenOptions {
    SnapshotListenOptions().withIncludeMetadataChanges(metadata).withSource(source)
  }

  /// Makes or replaces a document at the server.
  func put(_ path: String, _ fields: (String, Int64)...) throws {
    try emulator.put(path, .members(fields.map { ($0.0, .integer($0.1)) }))
  }
}

/// A scheduler that runs whatever comes to its mind.
private struct AnyOrder: Scheduler {
  var numbers: SplitMix64

  mutating func begin() {}
  mutating func choose(from ready: ReadyEvents) -> Int {
    Int(numbers.next() % UInt64(ready.count))
  }
  mutating func random() -> UInt64 { numbers.next() }
}

/// What one listener was told, in the notation of scenarios.
final class Recorder {
  private let simulation: Simulation
  private(set) var instants: [Instant] = []
  private var lines: [String] = []
  var registration: (any ListenerRegistration)?
  var onNews: (() -> Void)?

  init(_ simulation: Simulation) {
    self.simulation = simulation
  }

  func note(_ snapshot: Value?, _ error: (any Error)?) {
    instants.append(simulation.now)
    let code = (error as? FirestoreErrorCode).map { "error \($0.projected)" }
    let line = [snapshot?.description, code].compactMap { $0 }.joined(separator: " and ")
    lines.append(line.isEmpty ? "nothing" : line)
    onNews?()
  }

  /// What was told since this was last asked.
  var news: [String] {
    defer { lines = [] }
    return lines
  }

  func remove() { registration?.remove() }
}

/// What a completion was told.
final class Answer {
  private(set) var line = "none"

  func callAsFunction(_ error: (any Error)?) {
    line = (error as? FirestoreErrorCode).map { $0.projected.description } ?? "ok"
  }
}
