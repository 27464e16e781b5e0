import SluiceSimulation

/// The accounts of a server, and the tokens that it issues for them.
struct AuthServer: Sendable {
  private struct Account: Sendable {
    let uid: String
    var email: String?
    var password: String?
    var isDisabled = false
    /// Counts the times that all sign-ins were revoked.
    var session = 1
    var tokens = 0
  }

  private static let shortestPassword = 6
  /// In the order in which they were made.
  private var accounts: [Account] = []
  private var anonymousUsers = 0
  private var newUsers = 0

  /// Makes an account.
  mutating func add(uid: String, email: String, password: String) throws(AuthErrorCode) {
    guard email.contains("@") else { throw .invalidEmail }
    guard !accounts.contains(where: { $0.email == email || $0.uid == uid }) else {
      throw .emailAlreadyInUse
    }
    accounts.append(Account(uid: uid, email: email, password: password))
  }

  /// Signs somebody in.
  mutating func signIn(
    _ request: SignInRequest, at now: Instant
  ) throws(AuthErrorCode) -> SignedIn {
    switch request {
    case .anonymous:
      anonymousUsers += 1
      accounts.append(Account(uid: "anonymous-\(anonymousUsers)"))
      return issue(to: accounts.endIndex - 1, at: now)
    case .password(let email, let password):
      guard let index = accounts.firstIndex(where: { $0.email == email }) else {
        throw .userNotFound
      }
      guard accounts[index].password == password else { throw .wrongPassword }
      guard !accounts[index].isDisabled else { throw .userDisabled }
      return issue(to: index, at: now)
    case .newAccount(let email, let password):
      guard password.count >= Self.shortestPassword else { throw .weakPassword }
      try add(uid: "user-\(newUsers + 1)", email: email, password: password)
      newUsers += 1
      return issue(to: accounts.endIndex - 1, at: now)
    }
  }

  /// Signs an account in without a password, as it was in an earlier launch.
  mutating func resume(uid: String, at now: Instant) throws(AuthErrorCode) -> SignedIn {
    try issue(to: index(of: uid), at: now)
  }

  /// Issues a new token for a sign-in that is still good.
  mutating func renew(
    uid: String, session: Int, at now: Instant
  ) throws(AuthErrorCode) -> IssuedToken {
    let index = try index(of: uid)
    guard !accounts[index].isDisabled else { throw .userDisabled }
    guard accounts[index].session == session else { throw .userTokenExpired }
    return issue(to: index, at: now).token
  }

  /// Takes an account away.
  mutating func delete(uid: String) throws(AuthErrorCode) {
    accounts.remove(at: try index(of: uid))
  }

  /// Refuses an account's sign-ins and renewals from now on, or no more.
  mutating func setDisabled(_ isDisabled: Bool, uid: String) throws(AuthErrorCode) {
    accounts[try index(of: uid)].isDisabled = isDisabled
  }

  /// Refuses to renew what was signed in before.
  mutating func revoke(uid: String) throws(AuthErrorCode) {
    accounts[try index(of: uid)].session += 1
  }

  private func index(of uid: String) throws(AuthErrorCode) -> Int {
    guard let index = accounts.firstIndex(where: { $0.uid == uid }) else { throw .userNotFound }
    return index
  }

  private mutating func issue(to index: Int, at now: Instant) -> SignedIn {
    accounts[index].tokens += 1
    let account = accounts[index]
    return SignedIn(
      uid: account.uid, email: account.email, isAnonymous: account.email == nil,
      session: account.session,
      token: IssuedToken(
        text: "\(account.uid).\(account.tokens)",
        expiration: now.advanced(by: IssuedToken.lifetime)))
  }
}

/// A user as the server answers to a sign-in.
struct SignedIn: Sendable {
  var uid: String
  var email: String?
  var isAnonymous = false
  var session = 0
  var token = IssuedToken(text: "", expiration: .start)
}

/// A token that the server issued.
struct IssuedToken: Sendable, Hashable {
  /// What servers are shown.
  var text: String
  /// When it ends.
  var expiration: Instant

  /// How long a token lives.
  static let lifetime = Duration.seconds(3600)
  /// With no more than this left, a token is renewed when it is asked for.
  static let renewal = Duration.seconds(300)

  /// Whether it has more than the time of a renewal left.
  func isFresh(at now: Instant) -> Bool { now.duration(to: expiration) > Self.renewal }
}
