import SluiceSpies

/// What add returns: the identity of one registration, and the way to end it.
///
/// It holds its source, as a vendor's handle does. In a source whose handles remove themselves,
/// letting go of the last reference ends the registration.
public final class ListenerHandle: Sendable {
  private let registration: SpyRegistration
  private let removesWhenDropped: Bool
  private let removal: @Sendable () -> Void
  private let sentinel: Sentinel

  init(
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
  public func remove() {
    removal()
  }
}
