import FakeCore
import FakeMessaging
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Wrapper of notifications in the vendor's style")
struct MessageSequencesTests {
  /// What the consumers saw, from their tasks to the test.
  private final class Seen {
    var tokens: [String] = []
    var messages: [String] = []
  }

  @Test("iterates tokens and messages side by side, and releases each observer with its consumer")
  func both() throws {
    let seen = SimulationConfined(Seen())
    try Simulation().perform { simulation throws in
      let emulator = MessagingEmulator(in: simulation)
      let core = try Core(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      FirebaseApp.configure()
      let messaging = Messaging.messaging()
      let tokens = simulation.spawn("tokens") {
        for await token in messaging.tokenUpdates { seen.value.tokens.append(token) }
      }
      let messages = simulation.spawn("messages") {
        for await message in messaging.foregroundMessages {
          seen.value.messages.append(message.messageID)
        }
      }
      _ = simulation.settle()
      #expect(messaging.listenerCount == 2)
      emulator.refreshToken("t1")
      emulator.send(message: "m1")
      _ = simulation.settle()
      tokens.cancel()
      #expect(messaging.listenerCount == 1)
      emulator.refreshToken("t2")
      emulator.send(message: "m2")
      _ = simulation.settle()
      messages.cancel()
      #expect(messaging.listenerCount == 0)
      _ = simulation.settle()
      simulation.end()
    }
    #expect(seen.value.tokens == ["t1"])
    #expect(seen.value.messages == ["m1", "m2"])
  }
}
