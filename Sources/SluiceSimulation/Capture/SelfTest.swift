internal import CSimulationRuntime

/// A small simulation that must take a known course, run before the first real one.
enum SelfTest {
  /// Returns what went wrong, or nil.
  static func failure() -> String? {
    var failure: String?
    SimulationThread.run { failure = observe() }
    return failure
  }

  private static func observe() -> String? {
    let simulation = Simulation(limits: Simulation.Limits(steps: 100, virtualTime: .seconds(10)))
    let log = Log()
    return simulation.enter { simulation in course(simulation, log) }.get()
  }

  private final class Log {
    var instants: [Instant] = []
  }

  private static func course(_ simulation: Simulation, _ log: Log) -> String? {
    let log = SimulationConfined(log)
    simulation.spawn("self-test") {
      log.value.instants.append(Simulation.current?.now ?? .never)
      try? await Task.sleep(for: .seconds(1), tolerance: .seconds(1))
      log.value.instants.append(Simulation.current?.now ?? .never)
      await Task { @MainActor in
        log.value.instants.append(sluice_on_main_queue() ? .start : .never)
      }.value
    }
    guard simulation.liveTasks == 1, simulation.engine.readyCount == 1 else {
      return "a new task did not become an event of its simulation"
    }
    let outcome = simulation.runToEnd()
    guard outcome == .finished else { return "a small simulation ended as \(outcome)" }
    let expected = [Instant.start, Instant.start.advanced(by: .seconds(1)), .start]
    guard log.value.instants == expected else {
      return "sleeps or the main actor are not simulated: \(log.value.instants)"
    }
    return simulation.end() == Ending(cancelled: 0, parked: 0, halt: nil)
      ? nil : "a small simulation left something behind"
  }
}
