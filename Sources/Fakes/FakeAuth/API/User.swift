import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A user as one app knows them.
///
/// The identity never changes; the token does, by a renewal. The object that listeners are handed
/// is the one that `Auth.currentUser` is then. Fault model: that of its `Auth`. Source:
/// `FirebaseAuth/Sources/Swift/User/User.swift`.
public final class User: Sendable {
  /// The name by which the server knows the user.
  public let uid: String
  /// The address of the user's account; nil for one without a name.
  public let email: String?
  /// Whether the user has no name.
  public let isAnonymous: Bool

  /// The app that the user belongs to; the app keeps the user, not the other way round.
  weak let auth: Auth?
  /// What the server knows the sign-in by, so that it can refuse to renew it.
  let session: Int
  private let token: Mutex<IssuedToken>
  private let sentinel: Sentinel?

  init(_ signedIn: SignedIn, auth: Auth?, sentinel: Sentinel?) {
    uid = signedIn.uid
    email = signedIn.email
    isAnonymous = signedIn.isAnonymous
    session = signedIn.session
    token = Mutex(signedIn.token)
    self.auth = auth
    self.sentinel = sentinel
  }

  var issuedToken: IssuedToken {
    get { token.withLock { token in token } }
    set { token.withLock { token in token = newValue } }
  }
}

extension User: Equatable {
  /// Whether two references are to one object, as the SDK compares users.
  public static func == (left: User, right: User) -> Bool { left === right }
}

extension User: ProjectsToValue {
  /// The identity: `user("ada", email: "ada@example.test")` or `user("a-1", anonymous: true)`.
  ///
  /// The token is left out: it may be another one when a stream hands the user on.
  public var projected: Value {
    var arguments = [Value.Argument(nil, .string(uid))]
    if let email { arguments.append(Value.Argument("email", .string(email))) }
    if isAnonymous { arguments.append(Value.Argument("anonymous", .bool(true))) }
    return .call("user", arguments)
  }

  /// How a user or nobody is written in scenarios and in the log: nobody is null.
  package static func projection(of user: User?) -> Value { user?.projected ?? .null }
}

/// What asks for the token by which servers know the user; it lives for an hour.
extension User {
  /// The token, renewed if it lives for no more than five minutes.
  ///
  /// - Parameter completion: Called on the main queue with the token or an `AuthErrorCode`.
  public func getIDToken(completion: ((String?, (any Error)?) -> Void)? = nil) {
    getIDTokenForcingRefresh(false, completion: completion)
  }

  /// The token, renewed if that is wanted or if it lives for no more than five minutes.
  ///
  /// A token that can't be renewed, because the account was disabled or deleted or its sign-ins
  /// were revoked, signs the user out.
  ///
  /// - Parameters:
  ///   - forceRefresh: Whether it is renewed in any case.
  ///   - completion: Called on the main queue with the token or an `AuthErrorCode`.
  public func getIDTokenForcingRefresh(
    _ forceRefresh: Bool, completion: ((String?, (any Error)?) -> Void)? = nil
  ) {
    fetchToken(
      forceRefresh,
      CallbackBox { result in
        switch result {
        case .success(let token): completion?(token, nil)
        case .failure(let error): completion?(nil, error)
        }
      })
  }

  /// The token, renewed if that is wanted or if it lives for no more than five minutes.
  ///
  /// - Parameter forceRefresh: Whether it is renewed in any case.
  /// - Returns: The token.
  /// - Throws: `AuthErrorCode`.
  public func getIDToken(forcingRefresh forceRefresh: Bool = false) async throws -> String {
    try await withCheckedContinuation { continuation in
      fetchToken(forceRefresh, CallbackBox { result in continuation.resume(returning: result) })
    }.get()
  }

  /// Deletes the user's account at the server and signs the user out.
  ///
  /// - Parameter completion: Called on the main queue with nil or an `AuthErrorCode`.
  public func delete(completion: (((any Error)?) -> Void)? = nil) {
    guard let auth else {
      completion?(AuthErrorCode.internalError)
      return
    }
    auth.backend.delete(self, of: auth, CallbackBox { error in completion?(error) })
  }

  /// Deletes the user's account at the server and signs the user out.
  ///
  /// - Throws: `AuthErrorCode`.
  public func delete() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<_, any Error>) in
      delete { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
    }
  }

  private func fetchToken(_ isForced: Bool, _ completion: TokenCompletion) {
    guard let auth else { return completion.callback(.failure(.internalError)) }
    auth.backend.fetchToken(of: self, forcingRefresh: isForced, for: auth, completion)
  }
}

/// What signing in gives.
///
/// Source: `FirebaseAuth/Sources/Swift/Auth/AuthDataResult.swift`.
public final class AuthDataResult: Sendable {
  /// The user who is signed in now.
  public let user: User

  init(user: User) {
    self.user = user
  }
}
