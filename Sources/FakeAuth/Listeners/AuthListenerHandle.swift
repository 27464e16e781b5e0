import Foundation
import SluiceSpies

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
