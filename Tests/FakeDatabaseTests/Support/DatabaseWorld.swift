import FakeDatabase
import SluiceSimulation
import SluiceSpies
import Testing

/// An emulator with a client in a simulation, and what its listeners were told.
final class DatabaseWorld {
  let simulation: Simulation
  let log: EventLog
  let emulator: DatabaseEmulator
  let database: Database
  private let spy: Spy
  private var lines: [String] = []

  private init(_ simulation: Simulation, latency: DatabaseLatency) {
    self.simulation = simulation
    log = EventLog(of: simulation)
    spy = Spy(log: log)
    emulator = DatabaseEmulator(in: simulation, latency: latency)
    database = emulator.makeDatabase(spy: spy)
  }

  /// Runs a test in a world of its own.
  static func run(
    latency: DatabaseLatency = DatabaseLatency(),
    under scheduler: any Scheduler = FirstInFirstOut(), _ body: (DatabaseWorld) throws -> Void
  ) throws {
    try Simulation(scheduler: scheduler).perform { simulation throws in
      try body(DatabaseWorld(simulation, latency: latency))
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

  /// Another client of the same server.
  func makeSecond() -> Database {
    emulator.makeDatabase(spy: Spy(log: EventLog(of: simulation)), name: "second")
  }

  /// A place of the first client.
  func place(_ path: String) -> DatabaseReference {
    database.reference(withPath: path)
  }

  /// Adds a listener that writes down what it is told, behind a name.
  @discardableResult
  func listen(
    _ name: String, _ type: DataEventType, to query: DatabaseQuery, hearsOfCancel: Bool = true
  ) -> DatabaseHandle {
    query.observe(
      type,
      andPreviousSiblingKeyWith: { [unowned self] snapshot, key in
        note("\(name): \(Self.text(type, snapshot, key))")
      },
      withCancel: hearsOfCancel
        ? { [unowned self] error in note("\(name): \(Self.text(error))") } : nil)
  }

  /// Begins something that waits, and writes down the error with which it ends, behind a name.
  func await(_ name: String, _ body: @escaping () async throws -> Void) {
    let action = CallbackBox { [unowned self] () async -> Void in
      do {
        try await body()
      } catch {
        note("\(name): \(error is DatabaseReadError ? "\(error)" : Self.text(error))")
      }
    }
    simulation.spawn(name) { await action.callback() }
  }

  /// Writes something down.
  func note(_ line: String) {
    lines.append(line)
  }

  /// What was written down since this was last asked, after everything ready has happened.
  var news: [String] {
    settle()
    defer { lines = [] }
    return lines
  }

  /// The removes of what was not there.
  var unmatchedRemoves: Int {
    log.entries.count { entry in
      if case .removeUnmatched = entry.event { true } else { false }
    }
  }

  /// An event in one line, as in `added ada=1 after bo`.
  static func text(_ type: DataEventType, _ snapshot: DataSnapshot, _ key: String?) -> String {
    let place = key.map { " after \($0)" } ?? ""
    switch type {
    case .value: return "value \(snapshot.projected)\(place)"
    case .childAdded: return "added \(snapshot.key)=\(snapshot.projected)\(place)"
    case .childChanged: return "changed \(snapshot.key)=\(snapshot.projected)\(place)"
    case .childMoved: return "moved \(snapshot.key)=\(snapshot.projected)\(place)"
    case .childRemoved: return "removed \(snapshot.key)=\(snapshot.projected)\(place)"
    }
  }

  /// An error in one line.
  static func text(_ error: any Error) -> String {
    (error as? DatabaseError).map { "error \($0.code.rawValue)" } ?? "another error"
  }
}
