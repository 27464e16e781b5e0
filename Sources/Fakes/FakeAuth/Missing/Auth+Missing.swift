public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: """
    FakeAuth does not model sign-in by credentials, custom tokens, links and providers: \
    sign in anonymously or with an address and a password
    """
)
extension Auth {
  /// Signs a user in.
  public func signIn(
    with credential: AuthCredential, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) { MissingAuthPart.otherSignIns.stop() }

  /// Signs a user in.
  @discardableResult
  public func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
    MissingAuthPart.otherSignIns.stop()
  }

  /// Signs a user in.
  public func signIn(
    withCustomToken token: String, completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) { MissingAuthPart.otherSignIns.stop() }

  /// Signs a user in.
  @discardableResult
  public func signIn(withCustomToken token: String) async throws -> AuthDataResult {
    MissingAuthPart.otherSignIns.stop()
  }

  /// Signs a user in.
  public func signIn(
    withEmail email: String, link: String,
    completion: ((AuthDataResult?, (any Error)?) -> Void)? = nil
  ) { MissingAuthPart.otherSignIns.stop() }

  /// Signs a user in.
  @discardableResult
  public func signIn(withEmail email: String, link: String) async throws -> AuthDataResult {
    MissingAuthPart.otherSignIns.stop()
  }
}

/// What a provider of identities vouches for.
@available(
  *, unavailable,
  message: """
    FakeAuth does not model sign-in by credentials, custom tokens, links and providers: \
    sign in anonymously or with an address and a password
    """
)
public final class AuthCredential {
  private init() {}

  /// The name of the provider.
  public var provider: String { MissingAuthPart.otherSignIns.stop() }
}

@available(
  *, unavailable,
  message: "FakeAuth does not model tenants: use one app for each tenant"
)
extension Auth {
  /// The tenant whose users sign in.
  public var tenantID: String? {
    get { MissingAuthPart.tenants.stop() }
    set { MissingAuthPart.tenants.stop() }
  }
}

@available(
  *, unavailable,
  message: "FakeAuth does not model settings: set up the AuthEmulator or AuthScript behind it"
)
extension Auth {
  /// What a sign-in by telephone does.
  public var settings: AnyObject? {
    get { MissingAuthPart.settings.stop() }
    set { MissingAuthPart.settings.stop() }
  }

  /// The language of the server's messages.
  public var languageCode: String? {
    get { MissingAuthPart.settings.stop() }
    set { MissingAuthPart.settings.stop() }
  }

  /// Takes the language of the device.
  public func useAppLanguage() { MissingAuthPart.settings.stop() }

  /// The domain that stands for the project's own.
  public var customAuthDomain: String? {
    get { MissingAuthPart.settings.stop() }
    set { MissingAuthPart.settings.stop() }
  }

  /// Talks to an emulator of the vendor's.
  public func useEmulator(withHost host: String, port: Int) { MissingAuthPart.settings.stop() }

  /// The group of apps that share a user.
  public var userAccessGroup: String? { MissingAuthPart.settings.stop() }

  /// Shares the user with a group of apps.
  public func useUserAccessGroup(_ accessGroup: String?) throws {
    MissingAuthPart.settings.stop()
  }

  /// Whether devices share the user.
  public var shareAuthStateAcrossDevices: Bool {
    get { MissingAuthPart.settings.stop() }
    set { MissingAuthPart.settings.stop() }
  }
}

@available(
  *, unavailable,
  message: "FakeAuth does not model actions by e-mail: change the account at the AuthEmulator"
)
extension Auth {
  /// Has the server send a link for a new password.
  public func sendPasswordReset(
    withEmail email: String, completion: (((any Error)?) -> Void)? = nil
  ) { MissingAuthPart.emailActions.stop() }

  /// Has the server send a link for a new password.
  public func sendPasswordReset(withEmail email: String) async throws {
    MissingAuthPart.emailActions.stop()
  }

  /// Sets a new password.
  public func confirmPasswordReset(withCode code: String, newPassword: String) async throws {
    MissingAuthPart.emailActions.stop()
  }

  /// Asks whose password a code is for.
  public func verifyPasswordResetCode(_ code: String) async throws -> String {
    MissingAuthPart.emailActions.stop()
  }

  /// Does what a code is for.
  public func applyActionCode(_ code: String) async throws { MissingAuthPart.emailActions.stop() }

  /// Asks whether a link signs a user in.
  public func isSignIn(withEmailLink link: String) -> Bool { MissingAuthPart.emailActions.stop() }
}

@available(
  *, unavailable,
  message: "FakeAuth does not model exchange of the current user: sign out and in"
)
extension Auth {
  /// Puts a user in the place of the current one.
  public func updateCurrentUser(
    _ user: User?, completion: (((any Error)?) -> Void)? = nil
  ) { MissingAuthPart.currentUserChanges.stop() }

  /// Puts a user in the place of the current one.
  public func updateCurrentUser(_ user: User) async throws {
    MissingAuthPart.currentUserChanges.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeAuth does not model notifications of sign-ins: \
    add a listener by addStateDidChangeListener(_:)
    """
)
extension Notification.Name {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// Another user is signed in.
  public static var AuthStateDidChange: Notification.Name { MissingAuthPart.notifications.stop() }
}

@available(
  *, unavailable,
  message: """
    FakeAuth does not model Apple's push tokens: \
    leave them out, as no sign-in of the fake needs one
    """
)
extension Auth {
  /// The token by which Apple reaches the device.
  public var apnsToken: Data? {
    get { MissingAuthPart.pushTokens.stop() }
    set { MissingAuthPart.pushTokens.stop() }
  }

  /// Whether a message of Apple's is for the sign-in.
  public func canHandleNotification(_ userInfo: [AnyHashable: Any]) -> Bool {
    MissingAuthPart.pushTokens.stop()
  }

  /// Whether a link is for the sign-in.
  public func canHandle(_ url: URL) -> Bool { MissingAuthPart.pushTokens.stop() }
}
