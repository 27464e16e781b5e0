import FakeAuth
import FakeCore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Wrapper of users in the vendor's style")
struct UserSequencesTests {
  /// What a consumer saw, from its task to the test.
  private final class Seen {
    var names: [String] = []
  }

  @Test(
    "iterates users and nobody until it is cancelled, and releases its listener then",
    arguments: [false, true])
  func users(ofTokens: Bool) throws {
    let seen = SimulationConfined(Seen())
    try Simulation().perform { simulation throws in
      let emulator = AuthEmulator(in: simulation)
      try emulator.addAccount("ada", email: "ada@example.test", password: "secret")
      let core = try Core(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      FirebaseApp.configure()
      let auth = Auth.auth()
      let consumer = simulation.spawn("consumer") {
        if ofTokens {
          for await user in auth.idTokenChanges { seen.value.names.append(user?.uid ?? "nobody") }
        } else {
          for await user in auth.authStateChanges { seen.value.names.append(user?.uid ?? "nobody") }
        }
      }
      _ = simulation.settle()
      auth.signIn(withEmail: "ada@example.test", password: "secret")
      _ = simulation.settle()
      auth.currentUser?.getIDTokenForcingRefresh(true)
      _ = simulation.settle()
      #expect(auth.listenerCount == 1)
      consumer.cancel()
      #expect(auth.listenerCount == 0)
      _ = simulation.settle()
      simulation.end()
    }
    #expect(seen.value.names == ["nobody", "ada"] + (ofTokens ? ["ada"] : []))
  }
}
