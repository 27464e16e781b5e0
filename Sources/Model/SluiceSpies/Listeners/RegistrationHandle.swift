/// The inside of what add returns: the identity of one registration, and the way to end it.
///
/// Each product wraps it in a handle of its SDK's own shape. It holds its source, as a vendor's
/// handle does. In a source whose handles remove themselves, letting go of the last reference ends
/// the registration.
package final class RegistrationHandle: Sendable {
  private let registration: SpyRegistration
  private let removesWhenDropped: Bool
  private let removal: @Sendable () -> Void
  private let sentinel: Sentinel

  /// A handle of one registration.
  ///
  /// - Parameters:
  ///   - registration: The registration's record.
  ///   - sentinel: What shows whether anybody keeps the handle.
  ///   - removesWhenDropped: Whether the end of the handle removes the listener.
  ///   - removal: Removes the listener, recorded by the registration.
  package init(
    _ registration: SpyRegistration, sentinel: Sentinel, removesWhenDropped: Bool,
    removal: @escaping @Sendable () -> Void
  ) {
    self.registration = registration
    self.sentinel = sentinel
    self.removesWhenDropped = removesWhenDropped
    self.removal = removal
  }

  deinit {
    guard removesWhenDropped else { return }
    registration.handleDied()
    if registration.isActive { removal() }
  }

  /// Ends the registration: the listener is let go of, and muted unless a late callback is in the
  /// script.
  package func remove() {
    removal()
  }
}
