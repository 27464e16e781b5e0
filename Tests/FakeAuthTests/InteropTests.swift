import FakeAuth
import FakeCore
import Interop
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

/// Authentication as an app's container has it, and as other products see it.
@Suite("Auth of an app")
struct InteropTests {
  /// What listeners and completions were told.
  private final class Told: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { lines in lines } }

    func note(_ line: String) { lines.withLock { lines in lines.append(line) } }
  }

  private func withApp(
    keeping keptUser: String? = nil, _ body: (Simulation, Core, Spy) throws -> Void
  ) throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let emulator = AuthEmulator(in: simulation)
      try emulator.addAccount("ada", email: "ada@example.test", password: "secret")
      let spy = Spy(log: EventLog(of: simulation))
      core.register(emulator.library(spy: spy, keeping: keptUser))
      FirebaseApp.configure()
      try body(simulation, core, spy)
      simulation.end()
    }
  }

  private func signIn(_ auth: Auth, in simulation: Simulation) {
    auth.signIn(withEmail: "ada@example.test", password: "secret")
    #expect(simulation.settle() == nil)
  }

  @Test("is one object for each app, and signs in to that app alone")
  func single() throws {
    try withApp { simulation, core, _ in
      let second = try core.configure(name: "second")
      #expect(Auth.auth() === Auth.auth())
      #expect(Auth.auth(app: second) === Auth.auth(app: second))
      signIn(Auth.auth(app: second), in: simulation)
      #expect(Auth.auth(app: second).currentUser?.uid == "ada")
      #expect(Auth.auth().currentUser == nil)
    }
  }

  @Test("is one instance behind every protocol that it offers, through a private one")
  func combined() throws {
    try withApp { _, core, _ in
      let container = try #require(core.app()).container
      let user = try #require(try container.instance(of: (any AuthUserInterop).self))
      let signIn = try #require(try container.instance(of: (any AuthSignInInterop).self))
      let both = try #require(try container.instance(of: (any AuthInterop).self))
      #expect(user === Auth.auth())
      #expect(signIn === Auth.auth())
      #expect(both === Auth.auth())
      #expect(
        container.offers == [
          "AuthCombinedInterop", "AuthInterop", "AuthUserInterop", "AuthSignInInterop",
        ])
      let cached = core.events.filter { event in
        if case .instanceCreated(_, true, _) = event { true } else { false }
      }
      #expect(cached.count == 1)
    }
  }

  @Test("offers others the user, the token, and the changes of both")
  func offer() throws {
    try withApp { simulation, core, spy in
      let container = try #require(core.app()).container
      let auth = try #require(try container.instance(of: (any AuthInterop).self))
      let told = Told()
      let users = auth.addUserListener { name in told.note("user \(name ?? "nobody")") }
      let tokens = auth.addTokenListener { name in told.note("token of \(name ?? "nobody")") }
      auth.getToken(forcingRefresh: false) { token, error in
        told.note("\(token ?? "no token"), \(error == nil ? "no" : "an") error")
      }
      #expect(told.all.isEmpty)
      #expect(simulation.settle() == nil)
      #expect(told.all == ["user nobody", "token of nobody", "no token, no error"])
      #expect(auth.getUserID() == nil)

      signIn(Auth.auth(), in: simulation)
      #expect(auth.getUserID() == "ada")
      auth.getToken(forcingRefresh: false) { token, _ in told.note(token ?? "none") }
      #expect(simulation.settle() == nil)
      auth.getToken(forcingRefresh: true) { token, _ in told.note(token ?? "none") }
      #expect(simulation.settle() == nil)
      #expect(
        told.all.dropFirst(3) == ["user ada", "token of ada", "ada.1", "token of ada", "ada.2"])

      // They are the products', and no registrations of the app's.
      #expect(spy.active.isEmpty && Auth.auth().listenerCount == 0)
      users.remove()
      tokens.remove()
      tokens.remove()
      try Auth.auth().signOut()
      #expect(simulation.settle() == nil)
      #expect(told.all.last == "ada.2")
    }
  }

  @Test("has a token that runs out renewed once, for all who wait for it")
  func renewal() throws {
    try withApp { simulation, core, _ in
      let container = try #require(core.app()).container
      let auth = try #require(try container.instance(of: (any AuthInterop).self))
      signIn(Auth.auth(), in: simulation)
      #expect(simulation.advance(to: Instant.start.advanced(by: .seconds(7200))) == nil)
      let told = Told()
      for number in 1...3 {
        auth.getToken(forcingRefresh: false) { token, _ in
          told.note("\(number): \(token ?? "none")")
        }
      }
      #expect(simulation.settle() == nil)
      #expect(told.all == ["1: ada.2", "2: ada.2", "3: ada.2"])
      auth.getToken(forcingRefresh: false) { token, _ in told.note(token ?? "none") }
      #expect(simulation.settle() == nil)
      #expect(told.all.last == "ada.2")
    }
  }

  @Test("starts with a user who was kept, in the default app")
  func kept() throws {
    try withApp(keeping: "ada") { simulation, core, _ in
      let second = try core.configure(name: "second")
      _ = Auth.auth()
      _ = Auth.auth(app: second)
      #expect(simulation.settle() == nil)
      #expect(Auth.auth().currentUser?.uid == "ada")
      #expect(Auth.auth(app: second).currentUser == nil)
    }
  }

  @Test("fails to be created, with the reason, where the server does not know who was kept")
  func unknownUser() throws {
    try withApp(keeping: "nobody") { _, core, _ in
      let container = try #require(core.app()).container
      #expect(throws: CoreError.creationFailed("AuthCombinedInterop", reason: "userNotFound")) {
        try container.instance(of: (any AuthInterop).self)
      }
    }
  }

  @Test("is a script's object where a script is registered")
  func script() throws {
    try Simulation().perform { simulation throws in
      let core = try Core(in: simulation)
      let script = AuthScript(in: simulation, spy: Spy(log: EventLog(of: simulation)))
      core.register(script.library())
      FirebaseApp.configure()
      #expect(Auth.auth() === script.auth)
      simulation.end()
    }
  }

  @Test(
    "is not there before its app is configured: the process stops with the reason",
    .startsIdlePrograms)
  func unconfigured() async {
    await #expect(processExitsWith: .failure) {
      Simulation().perform { simulation in
        let core = try? Core(in: simulation)
        _ = Auth.auth()
        withExtendedLifetime(core) {}
      }
    }
  }
}
