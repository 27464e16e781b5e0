internal import CSimulationRuntime

/// A small simulation that must take a known course, run before the first real one.
///
/// It proves what the C library assumes of the runtime: that jobs, sleeps, the main actor and
/// clocks pass through it, and where tasks, jobs and actors keep what it reads.
enum SelfTest {
  /// Returns what went wrong, or nil.
  static func failure() -> String? {
    var failure: String?
    SimulationThread.run {
      let simulation = Simulation(limits: Simulation.Limits(steps: 100, virtualTime: .seconds(10)))
      failure = simulation.enter { simulation in course(simulation) }.get()
    }
    return failure
  }

  private actor Performer {
    func play() async {
      async let child: Void = Task.yield()
      await child
    }
  }

  private final class Log {
    var labels: [String] = []
    var wasOnMainQueue = false
    var slept = Duration.zero
  }

  private static func course(_ simulation: Simulation) -> String? {
    let log = SimulationConfined(Log())
    simulation.observe { entry in log.value.labels.append(entry.event.label) }
    simulation.spawn("sleep") {
      let began = ContinuousClock.now
      try? await Task.sleep(for: .seconds(1))
      try? await Task.sleep(for: .seconds(1), tolerance: .seconds(1))
      log.value.slept = ContinuousClock.now - began
    }
    simulation.spawn("main") { @MainActor in log.value.wasOnMainQueue = sluice_on_main_queue() }
    let performer = Performer()
    simulation.spawn("actor") { await performer.play() }
    simulation.spawn("global actor") { @Stage in await Task.yield() }
    guard simulation.liveTasks == 4, simulation.engine.readyCount == 4 else {
      return "a new task does not become an event of its simulation"
    }
    return verdict(simulation, simulation.runToEnd(), log.value)
  }

  private static func verdict(
    _ simulation: Simulation, _ outcome: Outcome, _ log: Log
  ) -> String? {
    guard outcome == .finished else { return "a small simulation ends as \(outcome)" }
    guard log.labels.prefix(4) == ["sleep", "main", "actor", "global actor"] else {
      return "events do not have the names of their tasks: \(log.labels)"
    }
    guard log.wasOnMainQueue else { return "the main actor is not simulated" }
    guard log.slept == .seconds(2), simulation.now == Instant(nanoseconds: 2_000_000_000) else {
      return "sleeps are not exact: two seconds last \(log.slept)"
    }
    guard simulation.end() == Ending(cancelled: 0, parked: 0, halt: nil) else {
      return "a small simulation leaves something behind"
    }
    return nil
  }
}

/// Where the self-test's last task begins.
@globalActor
private actor Stage {
  static let shared = Stage()
}
