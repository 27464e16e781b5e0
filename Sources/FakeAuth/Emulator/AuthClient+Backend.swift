import SluiceSimulation

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
    let present = user.issuedToken
    if !forcingRefresh, present.isFresh(at: now) {
      return complete { completion.callback(.success(present.text)) }
    }
    atServer("token", after: emulator.latency.token) { [self] in
      do throws(AuthErrorCode) {
        let token = try reach { server, now throws(AuthErrorCode) in
          try server.renew(uid: user.uid, session: user.session, at: now)
        }
        user.issuedToken = token
        if currentUser === user { announce(auth) }
        complete { completion.callback(.success(token.text)) }
      } catch {
        if error.endsSession, currentUser?.uid == user.uid { setUser(nil, of: auth) }
        complete { completion.callback(.failure(error)) }
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
