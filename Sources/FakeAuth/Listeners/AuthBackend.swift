import SluiceSimulation
import SluiceSpies

/// The end of a sign-in, as its caller wants to be told.
typealias SignInCompletion = CallbackBox<(Result<User, AuthErrorCode>) -> Void>

/// The end of asking for a token, as its caller wants to be told.
typealias TokenCompletion = CallbackBox<(Result<String, AuthErrorCode>) -> Void>

/// What somebody signs in with.
enum SignInRequest: Sendable, Hashable {
  case anonymous
  case password(email: String, password: String)
  case newAccount(email: String, password: String)
}

/// What stands behind an `Auth` object: a script, or one client of an emulator.
///
/// The object is passed to each call that can tell listeners something, and is kept until they were
/// told, as the SDK does.
protocol AuthBackend: AnyObject, Sendable {
  /// The user who is signed in.
  var currentUser: User? { get }
  /// Takes a listener in; it is called inside add, once the listener is stored.
  func greet(_ listener: SpiedListener<User?>, hearing subject: AuthSubject, of auth: Auth)
  /// Signs somebody in.
  func signIn(_ request: SignInRequest, to auth: Auth, _ completion: SignInCompletion)
  /// Signs the user out, at once.
  func signOut(of auth: Auth)
  /// Asks for a user's token.
  func fetchToken(
    of user: User, forcingRefresh: Bool, for auth: Auth, _ completion: TokenCompletion)
  /// Deletes a user's account, and signs the user out.
  func delete(_ user: User, of auth: Auth, _ completion: CallbackBox<(AuthErrorCode?) -> Void>)
}
