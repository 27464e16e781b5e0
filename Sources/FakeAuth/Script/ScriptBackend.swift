import SluiceSimulation
import SluiceSpies

/// What stands behind a script's object: nobody is signed in, and nobody can be.
final class ScriptBackend: AuthBackend {
  private let callbacks: CallbackQueue

  init(callbacks: CallbackQueue) {
    self.callbacks = callbacks
  }

  var currentUser: User? { nil }

  func greet(_ listener: SpiedListener<User?>, hearing subject: AuthSubject, of auth: Auth) {}

  func signIn(_ request: SignInRequest, to auth: Auth, _ completion: SignInCompletion) {
    callbacks.async("auth.complete") { completion.callback(.failure(.operationNotAllowed)) }
  }

  func signOut(of auth: Auth) {}

  func fetchToken(
    of user: User, forcingRefresh: Bool, for auth: Auth, _ completion: TokenCompletion
  ) {
    callbacks.async("auth.complete") { completion.callback(.failure(.operationNotAllowed)) }
  }

  func delete(
    _ user: User, of auth: Auth, _ completion: CallbackBox<(AuthErrorCode?) -> Void>
  ) {
    callbacks.async("auth.complete") { completion.callback(.operationNotAllowed) }
  }
}
