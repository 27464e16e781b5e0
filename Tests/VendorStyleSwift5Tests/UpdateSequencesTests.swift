import FakeCore
import FakeRemoteConfig
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Wrapper of updates in the vendor's style")
struct UpdateSequencesTests {
  /// What a consumer saw, from its task to the test.
  private final class Seen {
    var keys: [Set<String>] = []
    var error: (any Error)?
  }

  @Test("iterates updates until an error, and releases its listener then")
  func updates() throws {
    let seen = SimulationConfined(Seen())
    try Simulation().perform { simulation throws in
      let emulator = RemoteConfigEmulator(in: simulation)
      let core = try Core(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      FirebaseApp.configure()
      let config = RemoteConfig.remoteConfig()
      simulation.spawn("consumer") {
        do {
          for try await update in config.configUpdates {
            seen.value.keys.append(update.updatedKeys)
            try await config.activate()
          }
        } catch {
          seen.value.error = error
        }
      }
      _ = simulation.settle()
      emulator.publish(["color": "red"])
      _ = simulation.settle()
      emulator.publish(["size": "1"])
      _ = simulation.settle()
      #expect(config.listenerCount == 1)
      emulator.sendInvalidMessage()
      _ = simulation.settle()
      #expect(config.listenerCount == 0)
      simulation.end()
    }
    #expect(seen.value.keys == [["color"], ["size"]])
    #expect((seen.value.error as? RemoteConfigUpdateError)?.code == .messageInvalid)
  }

  @Test("takes an update before an error, and neither of them for the end")
  func ambiguous() throws {
    let seen = SimulationConfined(Seen())
    try Simulation().perform { simulation throws in
      let script = RemoteConfigScript(
        in: simulation, spy: Spy(log: EventLog(of: simulation)))
      let core = try Core(in: simulation)
      core.register(script.library())
      FirebaseApp.configure()
      let config = RemoteConfig.remoteConfig()
      simulation.spawn("consumer") {
        do {
          for try await update in config.configUpdates {
            seen.value.keys.append(update.updatedKeys)
          }
        } catch {
          seen.value.error = error
        }
      }
      _ = simulation.settle()
      script.sendBoth(["color"], RemoteConfigUpdateError(.unavailable))
      _ = simulation.settle()
      #expect(config.listenerCount == 1)
      script.sendNothing()
      _ = simulation.settle()
      #expect(config.listenerCount == 0)
      simulation.end()
    }
    #expect(seen.value.keys == [["color"]])
    #expect(seen.value.error == nil)
  }
}
