import SluiceSpies

/// What adding a listener returns: the way to end it.
///
/// Source: `FirebaseRemoteConfig/Sources/Public/FirebaseRemoteConfig/FIRRemoteConfig.h`.
public final class ConfigUpdateListenerRegistration: Sendable {
  private let handle: RegistrationHandle

  init(_ handle: RegistrationHandle) {
    self.handle = handle
  }

  /// Ends the listener: what comes up from now on is not told to it any more.
  ///
  /// What is queued already still is, also if the call is made inside a callback. A second call
  /// does nothing.
  public func remove() {
    handle.remove()
  }
}
