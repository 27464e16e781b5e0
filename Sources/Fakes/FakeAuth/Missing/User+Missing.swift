public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: "FakeAuth does not model tenants: use one app for each tenant"
)
extension User {
  /// The tenant whose user it is.
  public var tenantID: String? { MissingAuthPart.tenants.stop() }
}

@available(
  *, unavailable,
  message: "FakeAuth does not model profiles: read uid, email and isAnonymous"
)
extension User {
  /// The name for people.
  public var displayName: String? { MissingAuthPart.profiles.stop() }

  /// Where a picture is.
  public var photoURL: URL? { MissingAuthPart.profiles.stop() }

  /// The telephone number.
  public var phoneNumber: String? { MissingAuthPart.profiles.stop() }

  /// Whether the address is the user's.
  public var isEmailVerified: Bool { MissingAuthPart.profiles.stop() }

  /// When the account was made.
  public var metadata: AnyObject { MissingAuthPart.profiles.stop() }

  /// What providers of identities say of the user.
  public var providerData: [AnyObject] { MissingAuthPart.profiles.stop() }

  /// The name of the provider.
  public var providerID: String { MissingAuthPart.profiles.stop() }

  /// The token by which others are had.
  public var refreshToken: String? { MissingAuthPart.profiles.stop() }

  /// Fetches the profile.
  public func reload(completion: (((any Error)?) -> Void)? = nil) {
    MissingAuthPart.profiles.stop()
  }

  /// Fetches the profile.
  public func reload() async throws { MissingAuthPart.profiles.stop() }

  /// Begins a change of the profile.
  public func createProfileChangeRequest() -> UserProfileChangeRequest {
    MissingAuthPart.profiles.stop()
  }

  /// Changes the address.
  public func updateEmail(to email: String) async throws { MissingAuthPart.profiles.stop() }

  /// Changes the password.
  public func updatePassword(to password: String) async throws { MissingAuthPart.profiles.stop() }

  /// Has the server ask whether the address is the user's.
  public func sendEmailVerification() async throws { MissingAuthPart.profiles.stop() }
}

/// A change of a profile.
@available(
  *, unavailable,
  message: "FakeAuth does not model profiles: read uid, email and isAnonymous"
)
public final class UserProfileChangeRequest {
  private init() {}

  /// The name for people.
  public var displayName: String? {
    get { MissingAuthPart.profiles.stop() }
    set { MissingAuthPart.profiles.stop() }
  }

  /// Where a picture is.
  public var photoURL: URL? {
    get { MissingAuthPart.profiles.stop() }
    set { MissingAuthPart.profiles.stop() }
  }

  /// Makes the change.
  public func commitChanges(completion: (((any Error)?) -> Void)? = nil) {
    MissingAuthPart.profiles.stop()
  }

  /// Makes the change.
  public func commitChanges() async throws { MissingAuthPart.profiles.stop() }
}

@available(
  *, unavailable,
  message: "FakeAuth does not model linked accounts: make an account for each way to sign in"
)
extension User {
  /// Links another way to sign in.
  @discardableResult
  public func link(with credential: AuthCredential) async throws -> AuthDataResult {
    MissingAuthPart.linking.stop()
  }

  /// Takes a way to sign in away.
  @discardableResult
  public func unlink(fromProvider provider: String) async throws -> User {
    MissingAuthPart.linking.stop()
  }

  /// Signs the same user in again.
  @discardableResult
  public func reauthenticate(with credential: AuthCredential) async throws -> AuthDataResult {
    MissingAuthPart.linking.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeAuth does not model second factors: \
    sign in with an address and a password alone
    """
)
extension User {
  /// The second factors of the user.
  public var multiFactor: AnyObject { MissingAuthPart.secondFactors.stop() }
}

@available(
  *, unavailable,
  message: "FakeAuth does not model decoded tokens: use getIDToken()"
)
extension User {
  /// The token with what is in it.
  public func getIDTokenResult(
    forcingRefresh forceRefresh: Bool = false,
    completion: ((AuthTokenResult?, (any Error)?) -> Void)? = nil
  ) { MissingAuthPart.tokenResults.stop() }

  /// The token with what is in it.
  public func getIDTokenResult(
    forcingRefresh forceRefresh: Bool = false
  ) async throws -> AuthTokenResult { MissingAuthPart.tokenResults.stop() }
}

/// A token with what is in it.
@available(
  *, unavailable,
  message: "FakeAuth does not model decoded tokens: use getIDToken()"
)
public final class AuthTokenResult {
  private init() {}

  /// The token.
  public var token: String { MissingAuthPart.tokenResults.stop() }

  /// What the server says of the user.
  public var claims: [String: Any] { MissingAuthPart.tokenResults.stop() }

  /// When it runs out.
  public var expirationDate: Date { MissingAuthPart.tokenResults.stop() }
}

@available(
  *, unavailable,
  message: "FakeAuth does not model details of a sign-in: read user"
)
extension AuthDataResult {
  /// What the provider says of the user.
  public var additionalUserInfo: AnyObject? { MissingAuthPart.signInDetails.stop() }

  /// What the provider vouches for.
  public var credential: AuthCredential? { MissingAuthPart.signInDetails.stop() }
}
