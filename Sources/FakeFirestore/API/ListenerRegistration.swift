/// What adding a snapshot listener returns: the way to end it.
///
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRListenerRegistration.h`.
public protocol ListenerRegistration: Sendable {
  /// Ends the listener: it is never called again, not even with what is queued already.
  ///
  /// A second call, or one after an error, does nothing.
  func remove()
}
