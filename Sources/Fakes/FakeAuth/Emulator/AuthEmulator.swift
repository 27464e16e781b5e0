public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// An authentication server with any number of apps, signing users in and out on the virtual clock.
///
/// Fault model. It can be told to take its time, by kind of operation; to disable and delete
/// accounts and to revoke their sign-ins, which an app learns when it asks for a token; to be out
/// of an app's reach; to start an app with a user who was kept from an earlier launch. A token is
/// renewed before it runs out once a product has asked for one. It never calls a listener inside
/// add, calls a removed one at most once, with the first call that was on its way, and never tells
/// a listener of an error. Source: `FirebaseAuth/Sources/Swift/Auth/Auth.swift`.
public final class AuthEmulator: Sendable {
  private struct State {
    var server = AuthServer()
    var latency: AuthLatency
  }

  let simulation: Simulation
  private let state: Mutex<State>

  /// A server without accounts.
  ///
  /// - Parameters:
  ///   - simulation: Whose clock and events it uses.
  ///   - latency: How long operations take.
  public init(in simulation: Simulation, latency: AuthLatency = AuthLatency()) {
    self.simulation = simulation
    state = Mutex(State(latency: latency))
  }

  /// How long operations take from now on; what is under way keeps its time.
  public var latency: AuthLatency {
    get { state.withLock { state in state.latency } }
    set { state.withLock { state in state.latency = newValue } }
  }

  /// A new app of the server, in which nobody is signed in.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks of its listeners.
  ///   - name: The first part of the names of its events, as in `auth.deliver`.
  ///   - behavior: How its listeners are treated throughout.
  /// - Returns: The app's sign-in state.
  public func makeAuth(
    spy: Spy, name: String = "auth", behavior: RegistrationBehavior = RegistrationBehavior()
  ) -> Auth {
    let client = AuthClient(name: name, emulator: self)
    return Auth(
      backend: client, name: name, spy: spy, behavior: behavior, callbacks: client.callbacks,
      in: simulation)
  }

  /// A new app of the server with a user who was kept from an earlier launch.
  ///
  /// The user is loaded after the latency of loading; until then nobody is signed in.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks of its listeners.
  ///   - name: The first part of the names of its events, as in `auth.deliver`.
  ///   - behavior: How its listeners are treated throughout.
  ///   - keptUser: The account that was signed in.
  /// - Returns: The app's sign-in state.
  /// - Throws: `AuthErrorCode.userNotFound` where there is no such account.
  public func makeAuth(
    spy: Spy, name: String = "auth", behavior: RegistrationBehavior = RegistrationBehavior(),
    keeping keptUser: String
  ) throws(AuthErrorCode) -> Auth {
    let kept = try withServer { server, now throws(AuthErrorCode) in
      try server.resume(uid: keptUser, at: now)
    }
    let auth = makeAuth(spy: spy, name: name, behavior: behavior)
    (auth.backend as? AuthClient)?.startLoading(kept, for: auth)
    return auth
  }

  /// Takes the network from an app, or gives it back.
  ///
  /// - Parameters:
  ///   - isOnline: Whether the server can be reached.
  ///   - auth: An app of this emulator; others are not concerned.
  public func setOnline(_ isOnline: Bool, of auth: Auth) {
    (auth.backend as? AuthClient)?.setOnline(isOnline)
  }

  func withServer<Answer>(
    _ body: (inout AuthServer, Instant) throws(AuthErrorCode) -> Answer
  ) throws(AuthErrorCode) -> Answer {
    let now = simulation.instantOfCall
    return try state.withLock { state throws(AuthErrorCode) in try body(&state.server, now) }
  }
}

// MARK: - What happens at the server

extension AuthEmulator {
  /// Makes an account.
  ///
  /// - Throws: `AuthErrorCode` where the address is none or another account has it or the name.
  public func addAccount(_ uid: String, email: String, password: String) throws(AuthErrorCode) {
    try withServer { server, _ throws(AuthErrorCode) in
      try server.add(uid: uid, email: email, password: password)
    }
  }

  /// Refuses an account's sign-ins and new tokens from now on, or no more.
  ///
  /// - Throws: `AuthErrorCode.userNotFound` where there is no such account.
  public func setDisabled(_ isDisabled: Bool, _ uid: String) throws(AuthErrorCode) {
    try withServer { server, _ throws(AuthErrorCode) in
      try server.setDisabled(isDisabled, uid: uid)
    }
  }

  /// Refuses new tokens to whoever is signed in to an account, until they sign in again.
  ///
  /// - Throws: `AuthErrorCode.userNotFound` where there is no such account.
  public func revoke(_ uid: String) throws(AuthErrorCode) {
    try withServer { server, _ throws(AuthErrorCode) in try server.revoke(uid: uid) }
  }

  /// Deletes an account.
  ///
  /// - Throws: `AuthErrorCode.userNotFound` where there is no such account.
  public func delete(_ uid: String) throws(AuthErrorCode) {
    try withServer { server, _ throws(AuthErrorCode) in try server.delete(uid: uid) }
  }
}

/// How long each kind of operation takes on the virtual clock; nothing takes any time unless it is
/// said.
public struct AuthLatency: Hashable, Sendable {
  /// From a call that signs somebody in, or makes or deletes an account, to the server's answer.
  public var signIn: Duration
  /// From asking for a new token to the server's answer.
  public var token: Duration
  /// From the making of an `Auth` object until the user who was kept is loaded.
  public var load: Duration

  /// Latencies for each kind of operation; zero or less is at the same virtual instant.
  public init(signIn: Duration = .zero, token: Duration = .zero, load: Duration = .zero) {
    self.signIn = signIn
    self.token = token
    self.load = load
  }
}
