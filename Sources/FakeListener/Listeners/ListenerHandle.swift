import SluiceSpies

/// What add returns: the identity of one registration, and the way to end it.
///
/// It holds its source, as a vendor's handle does. In a source whose handles remove themselves,
/// letting go of the last reference ends the registration.
public final class ListenerHandle: Sendable {
  private let handle: RegistrationHandle

  init(_ handle: RegistrationHandle) {
    self.handle = handle
  }

  /// Ends the registration: the listener is let go of, and muted unless a late callback is in the
  /// script.
  public func remove() {
    handle.remove()
  }
}
