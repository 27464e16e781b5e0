import FakeRemoteConfig
import Foundation
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("Value of a configuration")
struct ConfigValueTests {
  @Test("is the active one, else the default, else nothing")
  func sources() throws {
    try ConfigWorld.run { world in
      world.config.setDefaults(["color": NSString(string: "grey"), "size": NSNumber(value: 3)])
      world.publish(("color", "red"), ("flag", "Yes"))
      #expect(world.config["color"].stringValue == "grey")
      #expect(world.config["color"].source == .default)
      world.config.fetch()
      world.settle()
      #expect(world.config["color"].stringValue == "grey")
      world.activate()
      #expect(world.config["color"].stringValue == "red")
      #expect(world.config["color"].source == .remote)
      #expect(world.config["size"].numberValue == 3)
      #expect(world.config["flag"].boolValue)
      #expect(world.config["flag"].dataValue == Data("Yes".utf8))
      let missing = world.config.configValue(forKey: "missing")
      #expect(missing.source == .static)
      #expect(missing.stringValue.isEmpty && !missing.boolValue && missing.numberValue == 0)
      world.config.setDefaults(nil)
      #expect(world.config["size"].source == .static)
    }
  }

  @Test("is fetched anew when what was fetched is old, by default after twelve hours")
  func age() throws {
    try ConfigWorld.run { world in
      world.publish(("color", "red"))
      world.config.fetchAndActivate()
      world.pass(.seconds(12 * 3600) - .nanoseconds(1))
      world.publish(("color", "blue"))
      world.config.fetchAndActivate()
      world.settle()
      #expect(world.config["color"].stringValue == "red")
      world.pass(.nanoseconds(1))
      world.config.fetchAndActivate()
      world.settle()
      #expect(world.config["color"].stringValue == "blue")
      world.publish(("color", "green"))
      world.config.fetch(withExpirationDuration: 0)
      world.settle()
      world.activate()
      #expect(world.config["color"].stringValue == "green")
    }
  }

  @Test("stays when there is no network, and that is an error of the fetch")
  func offline() throws {
    try ConfigWorld.run { world in
      world.emulator.setOnline(false, of: world.config)
      let results = Mutex<[String]>([])
      world.config.fetch { status, error in
        results.withLock { results in results.append("\(status) \(error.map { "\($0)" } ?? "")") }
      }
      world.config.fetchAndActivate { status, error in
        results.withLock { results in results.append("\(status) \(error.map { "\($0)" } ?? "")") }
      }
      world.settle()
      #expect(
        results.withLock { results in results } == [
          "failure internalError", "error internalError",
        ])
    }
  }

  @Test("can be awaited, and activation says whether it changed anything")
  func awaited() throws {
    try ConfigWorld.run { world in
      world.publish(("color", "red"))
      let config = world.config
      let (emulator, log) = (world.emulator, world.log)
      world.simulation.spawn("app") {
        do {
          #expect(try await config.activate() == false)
          #expect(try await config.fetch() == .success)
          #expect(try await config.activate())
          #expect(try await config.activate() == false)
          #expect(config["color"].stringValue == "red")
          let other = emulator.makeRemoteConfig(spy: Spy(log: log), name: "other")
          emulator.setOnline(false, of: other)
          await #expect(throws: RemoteConfigError.internalError) { try await other.fetch() }
        } catch {
          Issue.record(error)
        }
      }
      world.settle()
      #expect(world.simulation.liveTasks == 0)
    }
  }
}
