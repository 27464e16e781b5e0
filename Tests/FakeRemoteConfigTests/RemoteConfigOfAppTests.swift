import FakeCore
import FakeRemoteConfig
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("Remote Config of an app")
struct RemoteConfigOfAppTests {
  @Test("is one object for each app, and is closed with it: nobody hears of updates")
  func deletion() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let emulator = RemoteConfigEmulator(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      let app = try core.configure()
      let second = try core.configure(name: "second")
      let config = RemoteConfig.remoteConfig()
      #expect(config === RemoteConfig.remoteConfig(app: app))
      #expect(config !== RemoteConfig.remoteConfig(app: second))

      let told = Mutex<[String]>([])
      let first = config.addOnConfigUpdateListener { _, _ in
        told.withLock { told in told.append("first") }
      }
      let other = RemoteConfig.remoteConfig(app: second).addOnConfigUpdateListener { _, _ in
        told.withLock { told in told.append("second") }
      }
      #expect(simulation.settle() == nil)
      #expect(emulator.connection(of: config) == "open")
      app.delete { _ in }
      #expect(emulator.connection(of: config) == "closed")
      let late = config.addOnConfigUpdateListener { _, _ in
        told.withLock { told in told.append("late") }
      }
      emulator.publish(["color": "red"])
      #expect(simulation.settle() == nil)
      #expect(emulator.connection(of: config) == "closed")
      #expect(told.withLock { told in told } == ["second"])
      for registration in [first, other, late] { registration.remove() }
      simulation.end()
    }
  }
}
