import Interop
import Synchronization

/// What a product's client shows its server: the token of whoever is signed in to its app.
///
/// It asks Authentication by its protocol, each time anew, and nothing else; where the app has no
/// Authentication, or the client no app, nobody is signed in. Sources: the text on interop,
/// *Depending on Functionality from Another Framework*;
/// `Firestore/core/src/credentials/firebase_auth_credentials_provider_apple.mm`.
package final class UserCredentials: Sendable {
  private enum Following {
    case no
    case begins
    case yes(any InteropRegistration)
    case over
  }

  private let membership: AppMembership
  private let following = Mutex(Following.no)

  /// The credentials of a client.
  ///
  /// - Parameter membership: What says which app the client belongs to.
  package init(of membership: AppMembership) {
    self.membership = membership
  }

  /// What a component declares that has such clients: it can do without Authentication.
  package static let dependency = Dependency((any AuthInterop).self, isRequired: false)

  private var auth: (any AuthInterop)? {
    (try? membership.app?.container.instance(of: (any AuthInterop).self)) ?? nil
  }

  /// Asks who is signed in, by a token that is good for a while.
  ///
  /// - Parameter completion: Called with the token, or with nil for nobody, which is also whom a
  ///   token can't be had for; inside this call where there is nobody to ask.
  package func fetch(_ completion: @escaping @Sendable (UserToken?) -> Void) {
    guard let auth else { return completion(nil) }
    auth.getToken(forcingRefresh: false) { text, _ in completion(text.flatMap(UserToken.init)) }
  }

  /// Shows a server whose the client is, now and whenever that changes.
  ///
  /// The SDK's client shows its token whenever it connects; here it does so where a rule asks for
  /// it, since nothing else would come of that.
  ///
  /// - Parameters:
  ///   - identify: Shows the server a token, nil for nobody.
  ///   - action: What is done once the server knows.
  package func show(
    by identify: @escaping @Sendable (UserToken?) -> Void,
    then action: @escaping @Sendable () -> Void
  ) {
    follow(identify)
    fetch { token in
      identify(token)
      action()
    }
  }

  /// Has somebody told of each token that follows, once, whoever asks for it how often.
  ///
  /// - Parameter change: Called with the present token first, then with each other one, nil for
  ///   nobody.
  private func follow(_ change: @escaping @Sendable (UserToken?) -> Void) {
    let begins = following.withLock { following in
      guard case .no = following else { return false }
      following = .begins
      return true
    }
    guard begins, let auth else { return }
    let registration = auth.addTokenListener { [weak self] _ in self?.fetch(change) }
    let isOver = following.withLock { following in
      if case .over = following { return true }
      following = .yes(registration)
      return false
    }
    if isOver { registration.remove() }
  }

  /// Follows no more.
  package func stop() {
    let former = following.withLock { following in
      defer { following = .over }
      return following
    }
    if case .yes(let registration) = former { registration.remove() }
  }
}

/// What a server reads out of a user's token: whose it is.
///
/// The tokens of `FakeAuth` are `ada.1`, `ada.2` and so on: the claims that the vendor's are signed
/// with, in the open.
package struct UserToken: Hashable, Sendable {
  /// The name by which the servers know the user.
  package let uid: String

  /// What a token's text says; nil for a text that is no token.
  package init?(_ text: String) {
    guard let dot = text.lastIndex(of: "."), dot != text.startIndex else { return nil }
    uid = String(text[..<dot])
  }
}

/// Whom a server's rule does not refuse.
package enum Spared: Hashable, Sendable {
  /// Nobody.
  case nobody
  /// Whoever is signed in.
  case users
  /// One user.
  case user(String)

  /// Whether that is somebody whose token was shown; nil for nobody.
  package func includes(_ uid: String?) -> Bool {
    switch self {
    case .nobody: false
    case .users: uid != nil
    case .user(let one): uid == one
    }
  }
}
