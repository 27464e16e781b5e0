public import SluiceSimulation
public import SluiceSpies

/// An `Auth` object whose listeners are handed exactly what a script says.
///
/// Fault model. It can be told to call back inside add, inside remove and after remove; to say the
/// same user twice, to state listeners too; to keep the closures of removed listeners, to remove a
/// listener whose handle is dropped, to trap on a second remove. It never calls a listener that was
/// not added, never calls two listeners out of the order of their adds, never says anything by
/// itself, and has no state but its listeners: nobody is ever signed in, and who tries gets
/// `operationNotAllowed`. Source: `FirebaseAuth/Sources/Swift/Auth/Auth.swift`.
public final class AuthScript: Sendable {
  /// The object to listen to.
  public let auth: Auth

  /// A script without listeners.
  ///
  /// - Parameters:
  ///   - simulation: Where queued callbacks are events of the main queue, named `auth.deliver`.
  ///   - spy: What records each add, each remove and each callback.
  ///   - behavior: How listeners are treated throughout.
  public init(
    in simulation: Simulation, spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior()
  ) {
    let callbacks = CallbackQueue(.main, in: simulation)
    auth = Auth(
      backend: ScriptBackend(callbacks: callbacks), name: "auth", spy: spy, behavior: behavior,
      callbacks: callbacks, in: simulation)
  }

  /// The number of listeners that were added and not removed.
  public var listenerCount: Int { auth.listenerCount }

  /// Hands every listener a user or nobody.
  ///
  /// - Parameters:
  ///   - user: The user, as `makeUser` makes one; nil for nobody.
  ///   - delivery: When the listeners are called.
  public func send(_ user: User?, _ delivery: CallbackDelivery = .direct) {
    auth.registry.deliver(user, delivery)
  }

  /// A user who was never signed in, to be handed to listeners.
  ///
  /// - Parameters:
  ///   - uid: The name by which the server would know the user.
  ///   - email: The address; nil for none.
  ///   - isAnonymous: Whether the user has no name.
  /// - Returns: The user, an object of its own each time.
  public func makeUser(
    _ uid: String, email: String? = nil, isAnonymous: Bool = false
  ) -> User {
    let spy = auth.registry.spy
    return User(
      SignedIn(uid: uid, email: email, isAnonymous: isAnonymous), auth: auth,
      sentinel: Sentinel(.element(spy.callbackCount + 1), log: spy.log))
  }

  /// The listeners, to play a scenario's verbs on.
  package var listeners: ListenerRegistry<User?> { auth.registry }
}

/// What stands behind a script's object: nobody is signed in, and nobody can be.
private final class ScriptBackend: AuthBackend {
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

  func keepTokensFresh(for auth: Auth) {}

  func delete(
    _ user: User, of auth: Auth, _ completion: CallbackBox<(AuthErrorCode?) -> Void>
  ) {
    callbacks.async("auth.complete") { completion.callback(.operationNotAllowed) }
  }
}
