import SluiceSpies
import Synchronization

extension FakeListener {
  /// Removes the listener that was added last under a key.
  ///
  /// A key under which nothing was ever added is recorded as a remove of something that was never
  /// added, and otherwise ignored.
  public func removeListener(forKey key: String) {
    let registration = state.withLock { state in state.newestOfKey[key] }
    guard let registration else {
      spy.removeUnmatched(.string(key))
      return
    }
    remove(registration)
  }

  @specialized(where Element == SentinelElement)
  func remove(_ registration: SpyRegistration) {
    registration.remove { isFirst in
      precondition(
        isFirst || !behavior.registrations.trapsOnSecondRemove,
        "listener #\(registration.id.number) was removed before")
      if isFirst { letGo(of: registration.id) }
    }
  }

  /// Takes a listener out of the source; its closure ends outside the lock, since what it captures
  /// may call back.
  func letGo(of id: RegistrationID) {
    let removed = state.withLock { state in
      state.listeners.firstIndex { listener in listener.registration.id == id }
        .map { index in state.listeners.remove(at: index) }
    }
    guard behavior.registrations.keepsRemovedListeners, let removed else { return }
    state.withLock { state in state.removedListeners.append(removed) }
  }
}
