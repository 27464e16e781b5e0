import FakeAuth
import SluiceRunner
import SluiceSimulation
import SluiceSpies
import Synchronization

/// An emulator with the app whose streams are under test, and a second one.
final class AuthApps: Sendable {
  private struct State {
    var first: Auth?
    var second: Auth?
    var result = Value.null
    var token = Value.null
  }

  private let emulator: AuthEmulator
  private let spy: Spy
  private let behavior: BehaviorChoice
  /// The second app's, on a log of its own: what it registers is nobody's business.
  private let otherSpy: Spy
  private let state = Mutex(State())

  init(in simulation: Simulation, spy: Spy, behavior: BehaviorChoice) {
    emulator = AuthEmulator(in: simulation)
    self.spy = spy
    self.behavior = behavior
    otherSpy = Spy(log: EventLog(of: simulation))
  }

  /// The app whose streams are under test, started now if it was not before.
  var first: Auth {
    // Making one calls nobody back, so the lock may be held meanwhile.
    state.withLock { state in
      let first = state.first ?? emulator.makeAuth(spy: spy, behavior: behavior.take())
      state.first = first
      return first
    }
  }

  private var second: Auth {
    state.withLock { state in
      let second = state.second ?? emulator.makeAuth(spy: otherSpy, name: "second")
      state.second = second
      return second
    }
  }

  /// How the last operation of an app ended.
  var result: Value { state.withLock { state in state.result } }

  /// The token that an app was given last.
  var token: Value { state.withLock { state in state.token } }

  /// Does what a verb says.
  func perform(_ invocation: Invocation) throws {
    let uid = invocation["uid"]?.letters ?? ""
    switch invocation.name {
    case "auth.account":
      try emulator.addAccount(
        uid, email: invocation["email"]?.letters ?? "",
        password: invocation["password"]?.letters ?? "")
    case "auth.disable": try emulator.setDisabled(true, uid)
    case "auth.enable": try emulator.setDisabled(false, uid)
    case "auth.revoke": try emulator.revoke(uid)
    case "auth.delete-account": try emulator.delete(uid)
    case "auth.launch": try launch(keeping: invocation["keeping"]?.letters ?? "")
    case "auth.latency": setLatency(invocation)
    default:
      try perform(invocation, on: invocation["by"] == .symbol("second") ? second : first)
    }
  }

  private func perform(_ invocation: Invocation, on auth: Auth) throws {
    let email = invocation["email"]?.letters ?? ""
    let password = invocation["password"]?.letters ?? ""
    switch invocation.name {
    case "auth.sign-in":
      auth.signIn(withEmail: email, password: password) { [self] _, error in note(error) }
    case "auth.sign-in-anonymously": auth.signInAnonymously { [self] _, error in note(error) }
    case "auth.create-user":
      auth.createUser(withEmail: email, password: password) { [self] _, error in note(error) }
    case "auth.sign-out": try auth.signOut()
    case "auth.get-token":
      let isForced = invocation["refresh"]?.truth == true
      try user(of: auth).getIDTokenForcingRefresh(isForced) { [self] token, error in
        note(error)
        if let token { state.withLock { state in state.token = .string(token) } }
      }
    case "auth.delete-user": try user(of: auth).delete { [self] error in note(error) }
    case "auth.offline": emulator.setOnline(false, of: auth)
    case "auth.online": emulator.setOnline(true, of: auth)
    default: throw FixtureError("Authentication knows no '\(invocation.name)'")
    }
  }

  private func launch(keeping uid: String) throws {
    guard state.withLock({ state in state.first }) == nil else {
      throw FixtureError("the app runs already; launching it comes before its first use")
    }
    let auth = try emulator.makeAuth(spy: spy, behavior: behavior.take(), keeping: uid)
    state.withLock { state in state.first = auth }
  }

  private func user(of auth: Auth) throws -> User {
    guard let user = auth.currentUser else { throw FixtureError("nobody is signed in") }
    return user
  }

  private func note(_ error: (any Error)?) {
    state.withLock { state in
      state.result = error.map { error in Failure(error).value } ?? .symbol("ok")
    }
  }

  private func setLatency(_ invocation: Invocation) {
    func duration(_ kind: String, _ present: Duration) -> Duration {
      invocation[kind]?.nanoseconds.map { .nanoseconds($0) } ?? present
    }
    let present = emulator.latency
    emulator.latency = AuthLatency(
      signIn: duration("sign-in", present.signIn), token: duration("token", present.token),
      load: duration("load", present.load))
  }
}
