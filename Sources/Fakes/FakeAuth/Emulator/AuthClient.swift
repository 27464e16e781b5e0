import SluiceSimulation
import SluiceSpies
import Synchronization

/// One app of an emulator: who is signed in, and what its listeners heard.
///
/// The server's answers are events on the app's worker queue, callbacks are events on the main
/// queue, as in the SDK. Nothing is called out to inside the lock.
final class AuthClient: Sendable {
  struct State: Sendable {
    var user: User?
    /// The token that listeners were told of last.
    var announcedToken: String?
    var listeners: [AuthListener] = []
    var isOnline = true
    /// Who was kept from an earlier launch and when they are loaded, until that is done.
    var kept: (user: SignedIn, loadedAt: Instant)?
    /// Whose tokens are being renewed because they run out, with those who wait for them.
    var renewals: [(user: User, waiting: [TokenCompletion])] = []
    /// Whether tokens are renewed before they run out: once a product has asked for one.
    var keepsTokensFresh = false
  }

  let name: String
  let emulator: AuthEmulator
  let worker: CallbackQueue
  let callbacks: CallbackQueue
  let state = Mutex(State())

  init(name: String, emulator: AuthEmulator) {
    self.name = name
    self.emulator = emulator
    worker = CallbackQueue(.generic, in: emulator.simulation)
    callbacks = CallbackQueue(.main, in: emulator.simulation)
  }

  var currentUser: User? { state.withLock { state in state.user } }

  var isOnline: Bool { state.withLock { state in state.isOnline } }

  func setOnline(_ isOnline: Bool) {
    state.withLock { state in state.isOnline = isOnline }
  }

  var now: Instant { emulator.simulation.instantOfCall }
}

// MARK: - Telling listeners

extension AuthClient {
  /// Posts a listener's first call, which comes whatever becomes of the listener.
  func greet(_ listener: SpiedListener<User?>, hearing subject: AuthSubject, of auth: Auth) {
    let listener = AuthListener(listener, hearing: subject)
    state.withLock { state in
      state.listeners.removeAll { listener in !listener.spied.registration.isActive }
      state.listeners.append(listener)
    }
    guard let held = listener.spied.current else { return }
    callbacks.async("\(name).deliver") { [self] in
      withExtendedLifetime(auth) { listener.tell(currentUser, through: held) }
    }
  }

  /// Makes somebody or nobody the current user, and tells the listeners of it.
  func setUser(_ user: User?, of auth: Auth) {
    let before = state.withLock { state in
      defer { state.user = user }
      return state.user
    }
    // What the old user captures ends outside the lock.
    withExtendedLifetime(before) { announce(auth) }
  }

  /// Posts one event that tells all listeners, if the token is another than they were told of.
  ///
  /// They are told who is signed in when the event comes, and not when it was posted.
  func announce(_ auth: Auth) {
    let token = currentUser?.issuedToken.text
    let isNews = state.withLock { state in
      defer { state.announcedToken = token }
      return state.announcedToken != token
    }
    guard isNews else { return }
    if state.withLock({ state in state.keepsTokensFresh }) { scheduleRenewal(for: auth) }
    callbacks.async("\(name).deliver") { [self] in
      withExtendedLifetime(auth) {
        for listener in state.withLock({ state in state.listeners }) {
          guard let held = listener.spied.current else { continue }
          listener.tell(currentUser, through: held)
        }
      }
    }
  }
}

// MARK: - Loading who was kept

extension AuthClient {
  /// Begins to load a user who was kept from an earlier launch.
  func startLoading(_ kept: SignedIn, for auth: Auth) {
    let latency = max(emulator.latency.load, .zero)
    state.withLock { state in state.kept = (kept, now.advanced(by: latency)) }
    worker.asyncAfter(latency, "\(name).load") { [self, weak auth] in
      if let auth { finishLoading(for: auth) }
    }
  }

  /// Makes the user who was kept the current one, unless that is done.
  private func finishLoading(for auth: Auth) {
    let kept = state.withLock { state in
      defer { state.kept = nil }
      return state.kept
    }
    guard let kept else { return }
    setUser(makeUser(kept.user, of: auth), of: auth)
  }

  /// How long it takes until an operation of some latency that is begun now is answered: the SDK
  /// begins nothing before loading is done.
  private func delay(of latency: Duration) -> Duration {
    let now = now
    let loadedAt = state.withLock { state in state.kept?.loadedAt }
    return max(latency, .zero) + (loadedAt.map { instant in now.duration(to: instant) } ?? .zero)
  }

  func makeUser(_ signedIn: SignedIn, of auth: Auth) -> User {
    let spy = auth.registry.spy
    return User(
      signedIn, auth: auth, sentinel: Sentinel(.element(spy.callbackCount + 1), log: spy.log))
  }
}

extension AuthClient: AuthBackend {
  func signIn(_ request: SignInRequest, to auth: Auth, _ completion: SignInCompletion) {
    atServer("sign-in", after: emulator.latency.signIn) { [self] in
      if request == .anonymous, let user = currentUser, user.isAnonymous {
        return complete { completion.callback(.success(user)) }
      }
      do throws(AuthErrorCode) {
        let signedIn = try reach { server, now throws(AuthErrorCode) in
          try server.signIn(request, at: now)
        }
        let user = makeUser(signedIn, of: auth)
        setUser(user, of: auth)
        complete { completion.callback(.success(user)) }
      } catch {
        complete { completion.callback(.failure(error)) }
      }
    }
  }

  func signOut(of auth: Auth) {
    finishLoading(for: auth)
    if currentUser != nil { setUser(nil, of: auth) }
  }

  func delete(
    _ user: User, of auth: Auth, _ completion: CallbackBox<(AuthErrorCode?) -> Void>
  ) {
    atServer("delete", after: emulator.latency.signIn) { [self] in
      do throws(AuthErrorCode) {
        try reach { server, _ throws(AuthErrorCode) in try server.delete(uid: user.uid) }
        if currentUser?.uid == user.uid { setUser(nil, of: auth) }
        complete { completion.callback(nil) }
      } catch {
        complete { completion.callback(error) }
      }
    }
  }

  /// Has something happen when the server answers.
  func atServer(_ what: String, after latency: Duration, _ action: @escaping () -> Void) {
    worker.asyncAfter(delay(of: latency), "\(name).\(what)", action)
  }

  /// Asks the server, if it can be reached.
  func reach<Answer>(
    _ body: (inout AuthServer, Instant) throws(AuthErrorCode) -> Answer
  ) throws(AuthErrorCode) -> Answer {
    guard isOnline else { throw .networkError }
    return try emulator.withServer(body)
  }

  /// Calls a completion, after the listeners that were told before.
  func complete(_ completion: @escaping () -> Void) {
    callbacks.async("\(name).complete", completion)
  }
}
