public import FakeCore
public import Interop
import SluiceSimulation
public import SluiceSpies

extension Auth {
  /// Who is signed in to the default app, the same object each time.
  ///
  /// Where the app is not configured, or nothing is registered that is an `Auth`, the process stops
  /// with the reason.
  public static func auth() -> Auth {
    auth(app: .configuredDefault)
  }

  /// Who is signed in to an app, the same object each time.
  ///
  /// - Parameter app: The app. Where it is deleted, or nothing is registered that is an `Auth`, the
  ///   process stops with the reason.
  /// - Returns: The app's sign-in state.
  public static func auth(app: FirebaseApp) -> Auth {
    app.offered((any AuthCombinedInterop).self).auth
  }
}

/// The end of the app: its listeners are let go of.
///
/// What the server was asked before it still answers, as in the SDK, which says so in
/// `FirebaseAuth/Sources/Swift/Auth/Auth.swift`, `appWillBeDeleted(_:)`. The SDK keeps the
/// listeners, and nothing tells them of anything again but a sign-in by who kept the object; here
/// nothing does at all.
extension Auth: AppInstance, ComponentLifecycleMaintainer {
  /// Lets go of the listeners, the other products' too.
  public func close() {
    registry.close()
    productListeners.close()
  }
}

/// What Authentication offers the other products, who see no more of it than this.
///
/// Source: the text on interop, *Framework provides functionality to other Frameworks (example:
/// Auth)*.
extension Auth: AuthInterop {
  /// The name by which the server knows the user; nil for nobody.
  public func getUserID() -> String? { currentUser?.uid }

  /// Asks for the user's token; see `User.getIDTokenForcingRefresh(_:completion:)`.
  ///
  /// From the first call on, tokens are renewed five minutes before they run out.
  ///
  /// - Parameters:
  ///   - forceRefresh: Whether it is renewed in any case.
  ///   - callback: Called on the main queue with the token or an `AuthErrorCode`; with neither
  ///     where nobody is signed in.
  public func getToken(
    forcingRefresh forceRefresh: Bool,
    completion callback: @escaping @Sendable (String?, (any Error)?) -> Void
  ) {
    if !membership.isOver { backend.keepTokensFresh(for: self) }
    if let user = currentUser {
      user.getIDTokenForcingRefresh(forceRefresh, completion: callback)
    } else {
      callbacks.async("auth.complete") { callback(nil, nil) }
    }
  }

  /// Listens to who is signed in, as `addStateDidChangeListener(_:)` does, but as a product of the
  /// app and not as the app: nothing records it.
  public func addUserListener(
    _ listener: @escaping @Sendable (String?) -> Void
  ) -> any InteropRegistration {
    addProductListener(listener, hearing: .users)
  }

  /// Listens to changes of the token, as `addIDTokenDidChangeListener(_:)` does, but as a product
  /// of the app and not as the app: nothing records it.
  public func addTokenListener(
    _ listener: @escaping @Sendable (String?) -> Void
  ) -> any InteropRegistration {
    addProductListener(listener, hearing: .tokens)
  }

  private func addProductListener(
    _ listener: @escaping @Sendable (String?) -> Void, hearing subject: AuthSubject
  ) -> any InteropRegistration {
    let spied = add({ _, user in listener(user?.uid) }, hearing: subject, to: productListeners)
    return Removal { [weak self] in self?.productListeners.remove(spied) }
  }

  private struct Removal: InteropRegistration {
    let action: @Sendable () -> Void

    func remove() { action() }
  }
}

/// What an app's one `Auth` is registered by; the protocols that others ask for lead to it.
///
/// Source: the text on interop, *Advanced Use Cases*.
private protocol AuthCombinedInterop: AuthInterop {
  var auth: Auth { get }
}

extension Auth: AuthCombinedInterop {
  fileprivate var auth: Auth { self }
}

extension AuthEmulator {
  /// The library of Authentication, each of whose apps is an app of this server.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks of the listeners.
  ///   - behavior: How listeners are treated throughout.
  ///   - keptUser: The account that was signed in at an earlier launch of the default app, which
  ///     the server must have; nil for nobody.
  /// - Returns: The library, to be registered with a core.
  public func library(
    spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior(),
    keeping keptUser: String? = nil
  ) -> Library {
    Auth.library { [self] app in
      let name = app.eventName("auth")
      guard let keptUser, app.isDefault else {
        return makeAuth(spy: spy, name: name, behavior: behavior)
      }
      return try makeAuth(spy: spy, name: name, behavior: behavior, keeping: keptUser)
    }
  }
}

extension AuthScript {
  /// The library of Authentication whose apps all have the object of this script.
  public func library() -> Library {
    Auth.library { [auth] _ in auth }
  }
}

extension Auth {
  /// The library of Authentication: one component makes the instance, and three lead to it by what
  /// it offers.
  ///
  /// - Parameter makeAuth: Makes the object of an app.
  /// - Returns: The library, to be registered with a core.
  package static func library(
    _ makeAuth: @escaping @Sendable (FirebaseApp) throws -> Auth?
  ) -> Library {
    Library(name: "fire-auth", version: "1.0.0") {
      let combined = Dependency((any AuthCombinedInterop).self, isRequired: true)
      // Nothing that leads to the instance is cached: the instance is.
      return [
        .single((any AuthCombinedInterop).self) { container in try makeAuth(container.app) },
        Component((any AuthInterop).self, dependencies: [combined]) { container, _ in
          try container.instance(of: (any AuthCombinedInterop).self)
        },
        Component((any AuthUserInterop).self, dependencies: [combined]) { container, _ in
          try container.instance(of: (any AuthCombinedInterop).self)
        },
        Component((any AuthSignInInterop).self, dependencies: [combined]) { container, _ in
          try container.instance(of: (any AuthCombinedInterop).self)
        },
      ]
    }
  }
}
