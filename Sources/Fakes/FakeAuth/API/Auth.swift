public import FakeCore
public import Foundation
import SluiceSimulation
import SluiceSpies

/// One app's sign-in state, in the shape of the vendor's SDK, with a fake behind it.
///
/// Not modelled, and refused with a sentence: sign-in by credentials, custom tokens, links and
/// providers, tenants, settings, actions by e-mail, exchange of the current user, notifications of
/// sign-ins, Apple's push tokens, profiles, linked accounts, second factors, decoded tokens,
/// details of a sign-in.
///
/// Fault model. What stands behind it decides: an `AuthScript` hands listeners exactly what it is
/// told to, an `AuthEmulator` signs users in and out on the virtual clock. Its behaviour can be
/// told to keep the closures of removed listeners until this object goes away, as the SDK does, to
/// remove a listener whose handle is dropped, and to trap on a second remove. It never loses or
/// repeats an add or a remove, never tells a listener of an error or an end, and does nothing by
/// chance. Source: `FirebaseAuth/Sources/Swift/Auth/Auth.swift`.
public final class Auth: Sendable {
  /// What says which app the object belongs to.
  public let membership = AppMembership()
  let backend: any AuthBackend
  let registry: ListenerRegistry<User?>
  /// The listeners of other products, which are no registrations of the app's.
  let productListeners: ListenerRegistry<User?>
  let callbacks: CallbackQueue
  private let owner: Sentinel

  init(
    backend: any AuthBackend, name: String, spy: Spy, behavior: RegistrationBehavior,
    callbacks: CallbackQueue, in simulation: Simulation
  ) {
    self.backend = backend
    self.callbacks = callbacks
    registry = ListenerRegistry(
      "\(name).deliver", queue: callbacks, spy: spy, behavior: behavior,
      isOver: { [membership] in membership.isOver },
      payload: { user in .value(User.projection(of: user)) })
    productListeners = ListenerRegistry(
      "\(name).deliver", queue: callbacks, spy: Spy(log: EventLog(of: simulation)),
      isOver: { [membership] in membership.isOver },
      payload: { user in .value(User.projection(of: user)) })
    owner = Sentinel(.owner, log: spy.log)
  }

  /// The user who is signed in; nil for nobody, and before a user who was kept has been loaded.
  public var currentUser: User? { backend.currentUser }

  /// The app that the object belongs to; nil where it was made without one.
  public var app: FirebaseApp? { membership.app }

  /// The number of listeners that were added to this object and not removed.
  public var listenerCount: Int { registry.listeners.count }
}

#if NonSendableHandles
  /// What a listener of users is removed by.
  public typealias AuthStateDidChangeListenerHandle = any NSObjectProtocol

  /// What a listener of tokens is removed by.
  public typealias IDTokenDidChangeListenerHandle = any NSObjectProtocol
#else
  /// What a listener of users is removed by.
  public typealias AuthStateDidChangeListenerHandle = any NSObjectProtocol & Sendable

  /// What a listener of tokens is removed by.
  public typealias IDTokenDidChangeListenerHandle = any NSObjectProtocol & Sendable
#endif

extension Auth {
  /// Listens to who is signed in: first who is, then each change of the user.
  ///
  /// The first call is posted to the main queue and never comes inside this one. It says who is
  /// signed in when it comes, and comes even if the listener was removed meanwhile. The listener is
  /// not called for a new token of the same user.
  ///
  /// - Parameter listener: Called with this object and the user, on the main queue.
  /// - Returns: What the listener is removed by.
  @discardableResult
  public func addStateDidChangeListener(
    _ listener: @escaping (Auth, User?) -> Void
  ) -> AuthStateDidChangeListenerHandle {
    add(listener, hearing: .users)
  }

  /// Ends a listener: no change is told to it any more.
  ///
  /// Only its first call, if that is on its way, still comes. A second call, or one with something
  /// that no add returned, does nothing.
  ///
  /// - Parameter listenerHandle: What adding the listener returned.
  public func removeStateDidChangeListener(_ listenerHandle: any NSObjectProtocol) {
    remove(listenerHandle)
  }

  /// Listens to the token of who is signed in: first who is, then each change of the token.
  ///
  /// The token changes with the user, and whenever it is renewed. The first call comes as that of a
  /// state listener does.
  ///
  /// - Parameter listener: Called with this object and the user, on the main queue.
  /// - Returns: What the listener is removed by.
  @discardableResult
  public func addIDTokenDidChangeListener(
    _ listener: @escaping (Auth, User?) -> Void
  ) -> IDTokenDidChangeListenerHandle {
    add(listener, hearing: .tokens)
  }

  /// Ends a listener, as `removeStateDidChangeListener(_:)` does.
  ///
  /// - Parameter listenerHandle: What adding the listener returned.
  public func removeIDTokenDidChangeListener(_ listenerHandle: any NSObjectProtocol) {
    remove(listenerHandle)
  }

  func add(
    _ listener: @escaping (Auth, User?) -> Void, hearing subject: AuthSubject
  ) -> any NSObjectProtocol & Sendable {
    AuthListenerHandle(registry.makeHandle(of: add(listener, hearing: subject, to: registry)))
  }

  func add(
    _ listener: @escaping (Auth, User?) -> Void, hearing subject: AuthSubject,
    to registry: ListenerRegistry<User?>
  ) -> SpiedListener<User?> {
    registry.add(
      options: subject.projected,
      greet: { spied in
        if !membership.isOver { backend.greet(spied, hearing: subject, of: self) }
      },
      // The object keeps its listeners; they must not keep it.
      { [weak self] user in if let self { listener(self, user) } })
  }

  func remove(_ listenerHandle: any NSObjectProtocol) {
    guard let handle = listenerHandle as? AuthListenerHandle else {
      registry.spy.removeUnmatched(.string("\(type(of: listenerHandle))"))
      return
    }
    handle.remove()
  }
}

/// What signs users in and out; listeners are told after it, and completions after them.
extension Auth {
  /// Signs a user in who has no name; if such a user is signed in already, it stays.
  ///
  /// - Parameter completion: Called on the main queue with the user or an `AuthErrorCode`.
  public func signInAnonymously(completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil) {
    signIn(.anonymous, completion)
  }

  /// Signs a user in who has no name; if such a user is signed in already, it stays.
  ///
  /// - Returns: The user.
  /// - Throws: `AuthErrorCode`.
  @discardableResult
  public func signInAnonymously() async throws -> AuthDataResult {
    try await signIn(.anonymous)
  }

  /// Signs a user in.
  ///
  /// - Parameters:
  ///   - email: The address of the account.
  ///   - password: Its password.
  ///   - completion: Called on the main queue with the user or an `AuthErrorCode`.
  public func signIn(
    withEmail email: String, password: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(.password(email: email, password: password), completion)
  }

  /// Signs a user in.
  ///
  /// - Parameters:
  ///   - email: The address of the account.
  ///   - password: Its password.
  /// - Returns: The user.
  /// - Throws: `AuthErrorCode`.
  @discardableResult
  public func signIn(
    withEmail email: String, password: String
  ) async throws -> AuthDataResult {
    try await signIn(.password(email: email, password: password))
  }

  /// Makes an account and signs its user in.
  ///
  /// - Parameters:
  ///   - email: The address of the account, which no other may have.
  ///   - password: Its password, of six characters or more.
  ///   - completion: Called on the main queue with the user or an `AuthErrorCode`.
  public func createUser(
    withEmail email: String, password: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) {
    signIn(.newAccount(email: email, password: password), completion)
  }

  /// Makes an account and signs its user in.
  ///
  /// - Parameters:
  ///   - email: The address of the account, which no other may have.
  ///   - password: Its password, of six characters or more.
  /// - Returns: The user.
  /// - Throws: `AuthErrorCode`.
  @discardableResult
  public func createUser(
    withEmail email: String, password: String
  ) async throws -> AuthDataResult {
    try await signIn(.newAccount(email: email, password: password))
  }

  /// Signs the user out, at once; if nobody is signed in, nothing happens and nobody is told.
  ///
  /// - Throws: Nothing; the SDK throws where its key chain can't be written, which this one has
  ///   not.
  public func signOut() throws {
    backend.signOut(of: self)
  }

  private func signIn(
    _ request: SignInRequest, _ completion: ((AuthDataResult?, (any Error)?) -> Void)?
  ) {
    backend.signIn(
      request, to: self,
      CallbackBox { result in
        switch result {
        case .success(let user): completion?(AuthDataResult(user: user), nil)
        case .failure(let error): completion?(nil, error)
        }
      })
  }

  private func signIn(_ request: SignInRequest) async throws -> AuthDataResult {
    let user = try await withCheckedContinuation { continuation in
      backend.signIn(
        request, to: self, CallbackBox { result in continuation.resume(returning: result) })
    }.get()
    return AuthDataResult(user: user)
  }
}

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
  /// Renews tokens before they run out, from now on.
  func keepTokensFresh(for auth: Auth)
  /// Deletes a user's account, and signs the user out.
  func delete(_ user: User, of auth: Auth, _ completion: CallbackBox<(AuthErrorCode?) -> Void>)
}
