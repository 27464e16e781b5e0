import FakeCore
import SluiceSimulation
import Synchronization

// MARK: - Asking for tokens

extension AuthClient {
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
    renewOnce(user, for: auth, completion)
  }

  /// Asks the server for a new token of a user, once for all who wait for it.
  private func renewOnce(_ user: User, for auth: Auth, _ completion: TokenCompletion) {
    guard isFirst(completion, waitingFor: user) else { return }
    renew(user, for: auth) { [self] result in
      for waiting in endRenewal(of: user) { waiting.callback(result) }
    }
  }

  /// Has a caller wait for a user's new token.
  ///
  /// - Returns: Whether none waited before, so that it is to be asked for.
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
}

// MARK: - Renewing tokens before they run out

/// Once a product has asked for a token, the present one is renewed five minutes before it runs
/// out, and so is each that follows.
///
/// A renewal that fails is tried again after a minute, then after twice the time, up to sixteen
/// minutes. Apps are always in the foreground here. Source:
/// `FirebaseAuth/Sources/Swift/Auth/Auth.swift` (`getToken(forcingRefresh:completion:)`,
/// `scheduleAutoTokenRefresh(withDelay:retry:)`).
extension AuthClient {
  private static let firstRetry = Duration.seconds(60)
  private static let longestRetry = Duration.seconds(960)

  func keepTokensFresh(for auth: Auth) {
    let begins = state.withLock { state in
      defer { state.keepsTokensFresh = true }
      return !state.keepsTokensFresh
    }
    if begins { scheduleRenewal(for: auth) }
  }

  /// Has the present token renewed in its last five minutes, at once if these have begun.
  func scheduleRenewal(for auth: Auth) {
    guard let token = currentUser?.issuedToken else { return }
    let left = now.duration(to: token.expiration) - IssuedToken.renewal
    scheduleRenewal(after: max(left, .zero), isRetry: false, for: auth)
  }

  private func scheduleRenewal(after delay: Duration, isRetry: Bool, for auth: Auth) {
    guard let token = currentUser?.issuedToken else { return }
    worker.asyncAfter(delay, "\(name).renew") { [self, weak auth] in
      // Another token has a renewal of its own.
      guard let auth, !auth.membership.isOver, let user = currentUser, user.issuedToken == token
      else { return }
      let completion = TokenCompletion { [self, weak auth] result in
        guard case .failure = result, let auth, currentUser?.uid == user.uid else { return }
        let next = isRetry ? min(delay * 2, Self.longestRetry) : Self.firstRetry
        scheduleRenewal(after: next, isRetry: true, for: auth)
      }
      renewOnce(user, for: auth, completion)
    }
  }
}
