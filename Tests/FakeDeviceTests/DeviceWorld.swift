import FakeDevice
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

/// A device in a simulation, and what its observers were told.
final class DeviceWorld {
  let simulation: Simulation
  let log: EventLog
  let emulator: DeviceEmulator
  let notes = Notes()

  var device: FakeDevice { emulator.device }

  /// What was noted, in order.
  final class Notes: Sendable {
    private let values = Mutex<[Value]>([])

    var all: [String] { values.withLock { values in values.map(\.description) } }

    func add(_ state: some ProjectsToValue) {
      let value = state.projected
      values.withLock { values in values.append(value) }
    }
  }

  private init(_ simulation: Simulation) {
    self.simulation = simulation
    log = EventLog(of: simulation)
    emulator = DeviceEmulator(in: simulation, spy: Spy(log: log))
  }

  /// Runs a test in a world of its own.
  static func run(_ body: (DeviceWorld) throws -> Void) throws {
    try Simulation().perform { simulation throws in
      try body(DeviceWorld(simulation))
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
    settle()
  }

  /// What the spy has recorded.
  var events: [String] { log.entries.map { entry in entry.event.description } }
}
