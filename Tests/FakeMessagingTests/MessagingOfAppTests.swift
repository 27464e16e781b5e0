import FakeCore
import FakeMessaging
import Interop
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

@Suite("Messaging of an app")
struct MessagingOfAppTests {
  @Test("is there once the default app is configured, offers its token, and is no other app's")
  func instances() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let emulator = MessagingEmulator(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      let second = try core.configure(name: "second")
      let app = try core.configure()
      #expect(
        core.events.contains(
          .instanceCreated("MessagingInterop", isCached: true, app: app.name)))
      emulator.refreshToken("t1")
      let offered = try #require(try app.container.instance(of: (any MessagingInterop).self))
      #expect(offered === Messaging.messaging())
      #expect(offered.fcmToken == "t1")
      #expect(try second.container.instance(of: (any MessagingInterop).self) == nil)
      simulation.end()
    }
  }

  @Test("tells nobody anything by any way in once its app is deleted")
  func deletion() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let emulator = MessagingEmulator(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      let app = try core.configure()
      let told = Mutex<[String]>([])
      let messaging = Messaging.messaging()
      let note = { @Sendable (way: String) in told.withLock { told in told.append(way) } }
      messaging.addMessageListener { _ in note("listener") }
      _ = messaging.notificationCenter.addObserver(forName: .messageReceived) { _ in
        note("centre")
      }
      emulator.send(message: "m1")
      #expect(simulation.settle() == nil)
      #expect(told.withLock { told in told.sorted() } == ["centre", "listener"])

      emulator.send(message: "m2")
      app.delete { _ in }
      messaging.addMessageListener { _ in note("late") }
      emulator.send(message: "m3")
      #expect(simulation.settle() == nil)
      #expect(told.withLock { told in told.count } == 2)
      simulation.end()
    }
  }
}
