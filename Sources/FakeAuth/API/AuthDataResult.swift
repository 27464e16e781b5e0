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
