import FakeAuth
import Foundation

// part: sign-in by credentials, custom tokens, links and providers

private func otherSignInsLater(_ auth: Auth, _ credential: AuthCredential) {
  auth.signIn(with: credential) { result, error in }
  auth.signIn(withCustomToken: "token") { result, error in }
  auth.signIn(withEmail: "ada@example.test", link: "https://example.test") { result, error in }
}

private func otherSignIns(_ auth: Auth, _ credential: AuthCredential) async throws {
  _ = try await auth.signIn(with: credential)
  _ = try await auth.signIn(withCustomToken: "token")
  _ = try await auth.signIn(withEmail: "ada@example.test", link: "https://example.test")
}

// part: tenants

private func tenants(_ auth: Auth, _ user: User) {
  auth.tenantID = "tenant"
  _ = user.tenantID
}

// part: settings

private func settings(_ auth: Auth) throws {
  _ = auth.settings
  auth.languageCode = "de"
  auth.useAppLanguage()
  auth.customAuthDomain = "auth.example.test"
  auth.useEmulator(withHost: "localhost", port: 9099)
  _ = auth.userAccessGroup
  try auth.useUserAccessGroup("group")
  auth.shareAuthStateAcrossDevices = true
}

// part: actions by e-mail

private func emailActionsLater(_ auth: Auth) {
  auth.sendPasswordReset(withEmail: "ada@example.test") { error in }
  _ = auth.isSignIn(withEmailLink: "https://example.test")
}

private func emailActions(_ auth: Auth) async throws {
  try await auth.sendPasswordReset(withEmail: "ada@example.test")
  try await auth.confirmPasswordReset(withCode: "1", newPassword: "secret")
  _ = try await auth.verifyPasswordResetCode("1")
  try await auth.applyActionCode("1")
}

// part: exchange of the current user

private func currentUserChangesLater(_ auth: Auth, _ user: User) {
  auth.updateCurrentUser(user) { error in }
}

private func currentUserChanges(_ auth: Auth, _ user: User) async throws {
  try await auth.updateCurrentUser(user)
}

// part: notifications of sign-ins

private func notifications() {
  NotificationCenter.default.addObserver(
    forName: .AuthStateDidChange, object: nil, queue: nil
  ) { _ in }
}

// part: Apple's push tokens

private func pushTokens(_ auth: Auth, _ link: URL) {
  auth.apnsToken = Data()
  _ = auth.canHandleNotification([:])
  _ = auth.canHandle(link)
}

// part: profiles

private func profilesLater(_ user: User, _ change: UserProfileChangeRequest) {
  _ = user.displayName
  _ = user.photoURL
  _ = user.phoneNumber
  _ = user.isEmailVerified
  _ = user.metadata
  _ = user.providerData
  _ = user.providerID
  _ = user.refreshToken
  user.reload { error in }
  let change = user.createProfileChangeRequest()
  change.displayName = "Ada"
}

private func profiles(_ user: User) async throws {
  try await user.reload()
  try await user.updateEmail(to: "ada@example.test")
  try await user.updatePassword(to: "secret")
  try await user.sendEmailVerification()
}

// part: linked accounts

private func linking(_ user: User) async throws {
  _ = try await user.unlink(fromProvider: "password")
}

private func linking(_ user: User, _ result: AuthDataResult) async throws {
  let make: (User) -> Any = { user in user.link }
  let again: (User) -> Any = { user in user.reauthenticate }
  _ = (make, again)
}

// part: second factors

private func secondFactors(_ user: User) { _ = user.multiFactor }

// part: decoded tokens

private func tokenResultsLater(_ user: User, _ result: AuthTokenResult) {
  user.getIDTokenResult { result, error in }
}

private func tokenResults(_ user: User) async throws {
  _ = try await user.getIDTokenResult(forcingRefresh: true)
}

// part: details of a sign-in

private func signInDetails(_ result: AuthDataResult) {
  _ = result.additionalUserInfo
  _ = result.credential
}
