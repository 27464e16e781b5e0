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
