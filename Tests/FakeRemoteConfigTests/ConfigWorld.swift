import FakeRemoteConfig
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

/// An emulator with one app in a simulation, and what the listeners of a test were told.
final class ConfigWorld {
  let simulation: Simulation
  let log: EventLog
  let emulator: RemoteConfigEmulator
  let config: RemoteConfig

  private init(
    _ simulation: Simulation, _ latency: RemoteConfigLatency, _ behavior: RemoteConfigBehavior
  ) {
    self.simulation = simulation
    log = EventLog(of: simulation)
    emulator = RemoteConfigEmulator(in: simulation, latency: latency)
    config = emulator.makeRemoteConfig(spy: Spy(log: log), behavior: behavior)
  }

  /// Runs a test in a world of its own.
  static func run(
    latency: RemoteConfigLatency = RemoteConfigLatency(),
    behavior: RemoteConfigBehavior = RemoteConfigBehavior(), seed: UInt64 = 1,
    _ body: (ConfigWorld) throws -> Void
  ) throws {
    try Simulation(scheduler: FirstInFirstOut(seed: seed)).perform { simulation throws in
      try body(ConfigWorld(simulation, latency, behavior))
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

  /// A listener that writes down what it is told.
  func listen() -> UpdateRecorder {
    let recorder = UpdateRecorder()
    recorder.registration = config.addOnConfigUpdateListener { update, error in
      recorder.note(update, error)
    }
    return recorder
  }

  /// Publishes texts, and has everything done that follows at this instant.
  func publish(_ changes: (String, String?)...) {
    emulator.publish(Dictionary(uniqueKeysWithValues: changes))
    settle()
  }

  /// Activates what was fetched.
  func activate() {
    config.activate()
    settle()
  }
}

/// What one listener was told, in the notation of scenarios.
final class UpdateRecorder: Sendable {
  private struct State {
    var lines: [String] = []
    var onNews: SimulationConfined<() -> Void>?
    var registration: ConfigUpdateListenerRegistration?
  }

  private let state = Mutex(State())

  /// Called with each news, after it is noted.
  var onNews: (() -> Void)? {
    get { state.withLock { state in state.onNews }?.value }
    set {
      let boxed = newValue.map { action in SimulationConfined(action) }
      state.withLock { state in state.onNews = boxed }
    }
  }

  var registration: ConfigUpdateListenerRegistration? {
    get { state.withLock { state in state.registration } }
    set { state.withLock { state in state.registration = newValue } }
  }

  func note(_ update: RemoteConfigUpdate?, _ error: (any Error)?) {
    let name = (error as? RemoteConfigUpdateError).map { error in "\(error.projected)" }
    let parts = [update.map { update in "\(update.projected)" }, name].compactMap(\.self)
    state.withLock { state in
      state.lines.append(parts.isEmpty ? "nothing" : parts.joined(separator: " and "))
    }
    onNews?()
  }

  /// What was told since this was last asked.
  var news: [String] {
    state.withLock { state in
      defer { state.lines = [] }
      return state.lines
    }
  }

  func remove() { registration?.remove() }
}
