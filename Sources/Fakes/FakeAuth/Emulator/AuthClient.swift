import SluiceSimulation
import SluiceSpies
import Synchronization

/// One app of an emulator: who is signed in, and what its listeners heard.
///
/// The server's answers are events on the app's worker queue, callbacks are events on the main
/// queue, as in the SDK. Nothing is called out to inside the lock.
final class AuthClient: Sendable {
  private struct State: Sendable {
    var user: User?
    /// The token that listeners were told of last.
    var announcedToken: String?
    var listeners: [AuthListener] = []
    var isOnline = true
    /// Who was kept from an earlier launch and when they are loaded, until that is done.
    var kept: (user: SignedIn, loadedAt: Instant)?
    /// Whose tokens are being renewed because they run out, with those who wait for them.
    var renewals: [(user: User, waiting: [TokenCompletion])] = []
  }

  private let name: String
  private let emulator: AuthEmulator
  private let worker: CallbackQueue
  let callbacks: CallbackQueue
  private let state = Mutex(State())

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
  private func setUser(_ user: User?, of auth: Auth) {
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
  private func announce(_ auth: Auth) {
    let token = currentUser?.issuedToken.text
    let isNews = state.withLock { state in
      defer { state.announcedToken = token }
      return state.announcedToken != token
    }
    guard isNews else { return }
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

  func fetchToken(
    of user: User, forcingRefresh: Bool, for auth: Auth, _ completion: TokenCompletion
  ) {
    if forcingRefresh {
      return renew(user, for: auth) { result in completion.callback(result) }
    }
    let present = user.issuedToken
    if present.isFresh(at: now) {
      return complete { completion.callback(.success(present.text)) }
    }
    guard isFirst(completion, waitingFor: user) else { return }
    renew(user, for: auth) { [self] result in
      for waiting in endRenewal(of: user) { waiting.callback(result) }
    }
  }

  /// Has a caller wait for a user's new token.
  ///
  /// - Returns: Whether nobody waited before, so that it is to be asked for.
  private func isFirst(_ completion: TokenCompletion, waitingFor user: User) -> Bool {
    state.withLock { state in
      let index = state.renewals.firstIndex { renewal in renewal.user === user }
      if let index {
        state.renewals[index].waiting.append(completion)
      } else {
        state.renewals.append((user, [completion]))
      }
      return index == nil
    }
  }

  /// Those who waited for a user's new token, in the order of their asking.
  private func endRenewal(of user: User) -> [TokenCompletion] {
    state.withLock { state in
      let waiting = state.renewals.filter { renewal in renewal.user === user }
      state.renewals.removeAll { renewal in renewal.user === user }
      return waiting.flatMap { renewal in renewal.waiting }
    }
  }

  /// Asks the server for a new token of a user.
  private func renew(
    _ user: User, for auth: Auth,
    _ completion: @escaping @Sendable (Result<String, AuthErrorCode>) -> Void
  ) {
    atServer("token", after: emulator.latency.token) { [self] in
      do throws(AuthErrorCode) {
        let token = try reach { server, now throws(AuthErrorCode) in
          try server.renew(uid: user.uid, session: user.session, at: now)
        }
        user.issuedToken = token
        if currentUser === user { announce(auth) }
        complete { completion(.success(token.text)) }
      } catch {
        if error.endsSession, currentUser?.uid == user.uid { setUser(nil, of: auth) }
        complete { completion(.failure(error)) }
      }
    }
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
  private func atServer(_ what: String, after latency: Duration, _ action: @escaping () -> Void) {
    worker.asyncAfter(delay(of: latency), "\(name).\(what)", action)
  }

  /// Asks the server, if it can be reached.
  private func reach<Answer>(
    _ body: (inout AuthServer, Instant) throws(AuthErrorCode) -> Answer
  ) throws(AuthErrorCode) -> Answer {
    guard isOnline else { throw .networkError }
    return try emulator.withServer(body)
  }

  /// Calls a completion, after the listeners that were told before.
  private func complete(_ completion: @escaping () -> Void) {
    callbacks.async("\(name).complete", completion)
  }
}
