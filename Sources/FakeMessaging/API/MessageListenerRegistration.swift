import SluiceSpies

/// What adding a listener returns: the way to end it.
public protocol MessageListenerRegistration: Sendable {
  /// Ends the listener, which is not called any more; a second time does nothing.
  func remove()
}

/// The registration of one message listener.
struct MessageListenerHandle: MessageListenerRegistration {
  let handle: RegistrationHandle

  func remove() { handle.remove() }
}
