import FakeAuth
import SluiceSimulation
import SluiceSpies
import Testing

/// An emulator with one app in a simulation, where Ada and Bob have accounts, and what the
/// listeners of a test were told.
final class AuthWorld {
  /// What a listener can listen to.
  enum Subject: CaseIterable, Sendable {
    case users
    case tokens
  }

  let simulation: Simulation
  let log: EventLog
  let emulator: AuthEmulator
  let auth: Auth

  private init(
    _ simulation: Simulation, _ latency: AuthLatency, _ behavior: RegistrationBehavior,
    _ keptUser: String?
  ) throws {
    self.simulation = simulation
    log = EventLog(of: simulation)
    emulator = AuthEmulator(in: simulation, latency: latency)
    try emulator.addAccount("ada", email: "ada@example.test", password: "secret")
    try emulator.addAccount("bob", email: "bob@example.test", password: "secret")
    let spy = Spy(log: log)
    auth =
      if let keptUser {
        try emulator.makeAuth(spy: spy, behavior: behavior, keeping: keptUser)
      } else {
        emulator.makeAuth(spy: spy, behavior: behavior)
      }
  }

  /// Runs a test in a world of its own.
  static func run(
    latency: AuthLatency = AuthLatency(), behavior: RegistrationBehavior = RegistrationBehavior(),
    keeping keptUser: String? = nil, _ body: (AuthWorld) throws -> Void
  ) throws {
    try Simulation().perform { simulation throws in
      try body(AuthWorld(simulation, latency, behavior, keptUser))
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
  func listen(_ subject: Subject = .users) -> UserRecorder {
    let recorder = UserRecorder()
    switch subject {
    case .users:
      let handle = auth.addStateDidChangeListener { auth, user in recorder.note(auth, user) }
      recorder.removal = { [weak auth] in auth?.removeStateDidChangeListener(handle) }
    case .tokens:
      let handle = auth.addIDTokenDidChangeListener { auth, user in recorder.note(auth, user) }
      recorder.removal = { [weak auth] in auth?.removeIDTokenDidChangeListener(handle) }
    }
    return recorder
  }

  /// Signs somebody in, and has it done.
  func signIn(_ name: String) {
    auth.signIn(withEmail: "\(name)@example.test", password: "secret")
    settle()
  }

  /// Signs out.
  func signOut() {
    do {
      try auth.signOut()
    } catch {
      Issue.record(error)
    }
  }
}

/// What one listener was told: the names of users, `nobody` for none.
final class UserRecorder {
  private var names: [String] = []
  var removal: (() -> Void)?
  var onNews: (() -> Void)?
  /// The object that came with the last callback.
  private(set) weak var source: Auth?

  func note(_ auth: Auth, _ user: User?) {
    source = auth
    names.append(user?.uid ?? "nobody")
    onNews?()
  }

  /// What was told since this was last asked.
  var news: [String] {
    defer { names = [] }
    return names
  }

  func remove() { removal?() }
}

/// What a completion was told.
final class Answer {
  private(set) var line = "none"

  func note(_ value: String?, _ error: (any Error)?) {
    line = (error as? AuthErrorCode).map { code in "\(code.projected)" } ?? value ?? "ok"
  }
}
