import FakeAuth
import FakeCore
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
  private let instances: RunInstances<Auth>

  init(in setting: FixtureSetting) {
    let choice = BackendChoice(
      of: "auth", in: setting.layer,
      script: { [behavior] in
        AuthScript(in: setting.simulation, spy: setting.spy, behavior: behavior.take())
      },
      emulator: { [behavior] in
        AuthApps(in: setting.simulation, spy: setting.spy, behavior: behavior)
      })
    self.choice = choice
    instances = RunApp.of(setting).instances(
      from: Auth.library { [choice = WeakChoice(choice)] app in
        choice.instance({ $0.auth }, { $0.makeAuth(of: app) })
      }, Auth.auth(app:))
  }

  /// The object that streams are read from.
  var auth: Auth {
    get throws(FixtureError) { try instances.first }
  }

  /// The emulator with its apps.
  var apps: AuthApps {
    get throws(FixtureError) { try choice.emulator }
  }

  /// The object of an app, or of a client that is no app of this device.
  subscript(choice: ClientChoice) -> Auth {
    get throws(FixtureError) {
      let apps = try apps
      return try instances.instance(of: choice, or: apps.other)
    }
  }

  /// Starts the first app, with a user who was signed in before.
  func launch(keeping uid: String) throws {
    try apps.prepare(keeping: uid)
    _ = try auth
  }

  /// Asks for a token of whoever is signed in.
  func getToken(_ app: ClientChoice, isForced: Bool) throws {
    let apps = try apps
    try user(of: app).getIDTokenForcingRefresh(isForced) { token, error in
      apps.note(error, token: token)
    }
  }

  func user(of app: ClientChoice) throws -> User {
    guard let user = try self[app].currentUser else { throw FixtureError("nobody is signed in") }
    return user
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

/// An emulator, what its apps have, and how their operations ended.
final class AuthApps: Sendable {
  private struct State {
    /// The first app's, made before the app asks for it.
    var prepared: Auth?
    var isFirstMade = false
    var other: Auth?
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

  /// The object of an app that asks for it: the first one's is under test.
  func makeAuth(of app: FirebaseApp) -> Auth {
    guard app.isDefault else {
      return emulator.makeAuth(spy: otherSpy, name: app.eventName("auth"))
    }
    // Making one calls nobody back, so the lock may be held meanwhile.
    return state.withLock { state in
      defer {
        state.prepared = nil
        state.isFirstMade = true
      }
      return state.prepared ?? emulator.makeAuth(spy: spy, behavior: behavior.take())
    }
  }

  /// Has the first app, which is not there yet, start with a user who was signed in before.
  func prepare(keeping uid: String) throws {
    guard !state.withLock({ state in state.isFirstMade }) else {
      throw FixtureError("the app runs already; launching it comes before its first use")
    }
    let auth = try emulator.makeAuth(spy: spy, behavior: behavior.take(), keeping: uid)
    state.withLock { state in state.prepared = auth }
  }

  /// A client that is no app of this device.
  var other: Auth {
    state.withLock { state in
      let other = state.other ?? emulator.makeAuth(spy: otherSpy, name: "second")
      state.other = other
      return other
    }
  }

  /// How the last operation of an app ended.
  var result: Value { state.withLock { state in state.result } }

  /// The token that an app was given last.
  var token: Value { state.withLock { state in state.token } }

  /// Notes how an operation ended.
  func note(_ error: (any Error)?, token: String? = nil) {
    state.withLock { state in
      state.result = error.map { error in Failure(error).value } ?? .symbol("ok")
      if let token { state.token = .string(token) }
    }
  }
}
