import Foundation
import SluiceSpies
import Synchronization

/// A listener with what it heard last.
final class AuthListener: Sendable {
  /// What a listener heard last: nothing yet, or a user's name.
  private enum Heard: Hashable {
    case nothing
    case user(String?)
  }

  /// The listener's closure and record.
  let spied: SpiedListener<User?>
  private let subject: AuthSubject
  private let heard = Mutex(Heard.nothing)

  init(_ spied: SpiedListener<User?>, hearing subject: AuthSubject) {
    self.spied = spied
    self.subject = subject
  }

  /// Tells a closure of this listener who is signed in, unless that is no news for its kind.
  ///
  /// A listener of users passes over what it heard last, whatever became of the token; a listener
  /// of tokens passes over nothing.
  func tell(_ user: User?, through held: SpiedListener<User?>.Held) {
    let isNews = heard.withLock { heard in
      let before = heard
      heard = .user(user?.uid)
      return before != heard
    }
    guard isNews || subject == .tokens else { return }
    spied.tell(user, through: held)
  }
}

/// What a listener of an `Auth` object wants to hear of.
enum AuthSubject: Sendable {
  /// Changes of the user.
  case users
  /// Changes of the token.
  case tokens

  /// How it is written in the log, beside the add.
  var projected: Value {
    switch self {
    case .users: .symbol("users")
    case .tokens: .symbol("tokens")
    }
  }
}

/// What adding a listener returns: the identity of one registration, as an object without features.
final class AuthListenerHandle: NSObject, Sendable {
  private let handle: RegistrationHandle

  init(_ handle: RegistrationHandle) {
    self.handle = handle
  }

  func remove() {
    handle.remove()
  }
}
