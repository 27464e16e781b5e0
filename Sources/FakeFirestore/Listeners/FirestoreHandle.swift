import SluiceSpies

/// What adding a listener returns: the identity of one registration, and the way to end it.
final class FirestoreHandle: ListenerRegistration {
  private let listener: FirestoreListener
  private let sentinel: Sentinel

  init(_ listener: FirestoreListener) {
    self.listener = listener
    sentinel = Sentinel(.handle(listener.registration.id), log: firestoreLog(of: listener))
  }

  deinit {
    guard listener.query.firestore.behavior.handlesRemoveThemselves else { return }
    listener.registration.handleDied()
    if listener.registration.isActive { remove() }
  }

  func remove() {
    listener.query.firestore.remove(listener)
  }
}

private func firestoreLog(of listener: FirestoreListener) -> EventLog {
  listener.query.firestore.spy.log
}
