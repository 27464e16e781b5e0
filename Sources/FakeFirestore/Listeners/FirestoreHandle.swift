import SluiceSpies

/// What adding a listener returns: the identity of one registration, and the way to end it.
final class FirestoreHandle: ListenerRegistration {
  private let handle: RegistrationHandle

  init(_ listener: FirestoreListener) {
    let firestore = listener.query.firestore
    let registration = listener.registration
    handle = RegistrationHandle(
      registration, sentinel: Sentinel(.handle(registration.id), log: firestore.spy.log),
      removesWhenDropped: firestore.behavior.handlesRemoveThemselves
    ) {
      firestore.remove(listener)
    }
  }

  func remove() {
    handle.remove()
  }
}
