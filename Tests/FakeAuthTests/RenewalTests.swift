import FakeAuth
import FakeCore
import Interop
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Token that a product has asked for")
struct RenewalTests {
  /// What those who asked were told.
  private final class Told {
    var lines: [String] = []
  }

  /// A product asks for the token, and has it.
  private func ask(_ world: AuthWorld) {
    world.auth.getToken(forcingRefresh: false) { _, _ in }
    world.settle()
  }

  /// The token that the app has.
  private func token(_ world: AuthWorld) -> String {
    var text = "none"
    world.auth.currentUser?.getIDToken { token, error in text = token ?? "\(error as Any)" }
    world.settle()
    return text
  }

  @Test("is renewed five minutes before it runs out, again and again, and its listeners are told")
  func renewed() throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      let (users, tokens) = (world.listen(.users), world.listen(.tokens))
      ask(world)
      _ = (users.news, tokens.news)
      world.pass(.seconds(3_300) - .nanoseconds(1))
      #expect(tokens.news == [])
      world.pass(.nanoseconds(1))
      #expect(tokens.news == ["ada"])
      #expect(token(world) == "ada.2")
      world.pass(.seconds(3_300))
      #expect(tokens.news == ["ada"])
      #expect(token(world) == "ada.3")
      #expect(users.news == [])
    }
  }

  @Test("is renewed at once where it has no more than five minutes left")
  func late() throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      world.pass(.seconds(7_200))
      let tokens = world.listen(.tokens)
      ask(world)
      #expect(token(world) == "ada.2")
      #expect(tokens.news == ["ada", "ada"])
      world.pass(.seconds(3_300))
      #expect(tokens.news == ["ada"])
    }
  }

  @Test("is the only one that is renewed by itself: an app's own question begins nothing")
  func notAsked() throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      #expect(token(world) == "ada.1")
      let tokens = world.listen(.tokens)
      world.settle()
      _ = tokens.news
      world.pass(.seconds(7_200))
      #expect(tokens.news == [])
    }
  }

  @Test("is renewed once for those who ask while that is under way")
  func shared() throws {
    try AuthWorld.run(latency: AuthLatency(token: .seconds(1))) { world in
      world.signIn("ada")
      ask(world)
      world.pass(.seconds(3_300))
      let told = SimulationConfined(Told())
      for _ in 1...2 {
        world.auth.getToken(forcingRefresh: false) { token, _ in
          told.value.lines.append(token ?? "none")
        }
        world.auth.currentUser?.getIDToken { token, _ in told.value.lines.append(token ?? "none") }
      }
      world.pass(.milliseconds(999))
      #expect(told.value.lines == [])
      world.pass(.milliseconds(1))
      #expect(told.value.lines == ["ada.2", "ada.2", "ada.2", "ada.2"])
      world.pass(.seconds(60))
      #expect(token(world) == "ada.2")
    }
  }

  @Test("is tried again after a minute, then after twice the time, up to sixteen minutes")
  func backoff() throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      ask(world)
      world.emulator.setOnline(false, of: world.auth)
      var attempts: [Int64] = []
      world.simulation.observe { entry in
        if entry.event.label == "auth.renew" {
          attempts.append(world.simulation.now.nanoseconds / 1_000_000_000 - 3_300)
        }
      }
      world.pass(.seconds(3_300 + 2_820))
      #expect(attempts == [0, 60, 180, 420, 900, 1_860, 2_820])
      world.emulator.setOnline(true, of: world.auth)
      world.pass(.seconds(960))
      #expect(token(world) == "ada.2")
      world.emulator.setOnline(false, of: world.auth)
      attempts = []
      world.pass(.seconds(3_300 + 60))
      world.simulation.observe(nil)
      #expect(attempts == [3_780 + 3_300, 3_780 + 3_360])
    }
  }

  @Test("belongs to who is signed in: who signs out has none, who signs in has it renewed")
  func users() throws {
    try AuthWorld.run { world in
      ask(world)
      world.signIn("ada")
      world.pass(.seconds(1_000))
      world.signOut()
      world.pass(.seconds(1_000))
      world.signIn("bob")
      let tokens = world.listen(.tokens)
      world.settle()
      _ = tokens.news
      world.pass(.seconds(3_300) - .nanoseconds(1))
      #expect(tokens.news == [])
      world.pass(.nanoseconds(1))
      #expect(tokens.news == ["bob"])
    }
  }

  @Test("that can't be renewed any more signs its user out, and is not tried again")
  func disabled() throws {
    try AuthWorld.run { world in
      world.signIn("ada")
      ask(world)
      let tokens = world.listen(.tokens)
      world.settle()
      _ = tokens.news
      try world.emulator.setDisabled(true, "ada")
      world.pass(.seconds(3_300))
      #expect(tokens.news == ["nobody"])
      #expect(world.simulation.nextTimer == nil)
    }
  }

  @Test("is not renewed once its app is deleted")
  func deleted() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let emulator = AuthEmulator(in: simulation)
      core.register(emulator.library(spy: Spy(log: EventLog(of: simulation))))
      FirebaseApp.configure()
      let auth = Auth.auth()
      auth.signInAnonymously()
      #expect(simulation.settle() == nil)
      auth.getToken(forcingRefresh: false) { _, _ in }
      #expect(simulation.settle() == nil)
      FirebaseApp.app()?.delete { _ in }
      #expect(simulation.settle() == nil)
      var asked = 0
      simulation.observe { entry in if entry.event.label == "auth.token" { asked += 1 } }
      #expect(simulation.advance(to: Instant.start.advanced(by: .seconds(7_200))) == nil)
      simulation.observe(nil)
      #expect(asked == 0)
      simulation.end()
    }
  }
}
