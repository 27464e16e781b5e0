import FakeAuth
import FakeListener
public import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Synchronization

/// The Authentication of one run, as scenario lines speak to it: a script in the unit layer, else
/// an emulator.
public final class AuthBackend: ScriptedBackend {
  let behavior = BehaviorChoice()
  private let choice: BackendChoice<AuthScript, AuthApps>

  init(in setting: FixtureSetting) {
    choice = BackendChoice(
      of: "auth", in: setting.layer,
      script: { [behavior] in
        AuthScript(in: setting.simulation, spy: setting.spy, behavior: behavior.take())
      },
      emulator: { [behavior] in
        AuthApps(in: setting.simulation, spy: setting.spy, behavior: behavior)
      })
  }

  /// The object that streams are read from.
  var auth: Auth {
    switch choice.backend {
    case .script(let script): script.auth
    case .emulator(let apps): apps.first
    }
  }

  /// The emulator with its apps.
  var apps: AuthApps {
    get throws(FixtureError) { try choice.emulator }
  }

  var isScripted: Bool {
    if case .script = choice.backend { true } else { false }
  }

  func chooseScript() throws(FixtureError) {
    try choice.chooseScript()
  }

  /// Has the listeners told what a script verb says.
  public func play(_ call: ScriptedCall) throws {
    let script = try choice.script
    try call.play(on: script.listeners) { event in try script.news(event) }
  }
}

extension AuthScript {
  /// What a callback tells by a value that a scenario writes: nobody, a user, or a number for one.
  fileprivate func news(_ event: ListenerEvent<Value>) throws -> User? {
    guard case .value(let value) = event else {
      throw FixtureError("listeners of Authentication hear of users, of no error and of no end")
    }
    switch value {
    case .null: return nil
    case .integer(let number): return makeUser("\(number)")
    default:
      guard let user = try AuthProduct.user(value) else {
        throw FixtureError("\(value) is neither user(…) nor null")
      }
      return makeUser(user.uid, email: user.email, isAnonymous: user.isAnonymous)
    }
  }
}

/// An emulator with the app whose streams are under test, and a second one.
final class AuthApps: Sendable {
  private struct State {
    var first: Auth?
    var second: Auth?
    var result = Value.null
    var token = Value.null
  }

  let emulator: AuthEmulator
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

  subscript(choice: ClientChoice) -> Auth { choice == .second ? second : first }

  /// How the last operation of an app ended.
  var result: Value { state.withLock { state in state.result } }

  /// The token that an app was given last.
  var token: Value { state.withLock { state in state.token } }

  /// Starts the first app, with a user who was signed in before.
  func launch(keeping uid: String) throws {
    guard state.withLock({ state in state.first }) == nil else {
      throw FixtureError("the app runs already; launching it comes before its first use")
    }
    let auth = try emulator.makeAuth(spy: spy, behavior: behavior.take(), keeping: uid)
    state.withLock { state in state.first = auth }
  }

  /// Asks for a token of whoever is signed in.
  func getToken(_ app: ClientChoice, isForced: Bool) throws {
    try user(of: app).getIDTokenForcingRefresh(isForced) { [self] token, error in
      note(error)
      if let token { state.withLock { state in state.token = .string(token) } }
    }
  }

  func user(of app: ClientChoice) throws -> User {
    guard let user = self[app].currentUser else { throw FixtureError("nobody is signed in") }
    return user
  }

  /// Notes how an operation ended.
  func note(_ error: (any Error)?) {
    state.withLock { state in
      state.result = error.map { error in Failure(error).value } ?? .symbol("ok")
    }
  }
}
