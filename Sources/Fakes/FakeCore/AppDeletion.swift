import Synchronization

/// The notice that an app is deleted, for code that is no instance of its container: streams over
/// its products, above all.
///
/// The SDK posts it to the notification centre, with the app's name. Here each app has its own, so
/// that apps of one name in different simulations don't hear of each other. It comes last: the
/// instances were told and forgotten, and the app can't be found any more. Source:
/// `FirebaseCore/Sources/FIRApp.m`, `deleteApp:` and `kFIRAppDeleteNotification`.
final class AppDeletion: Sendable {
  typealias Observer = @Sendable () -> Void

  private struct State {
    /// Who wants to be told, in the order in which they said so.
    var observers: [(number: Int, observer: Observer)] = []
    /// How many there have been.
    var count = 0
    var isPosted = false
  }

  private let state = Mutex(State())

  /// Takes an observer in; it is told at once where the notice was posted before.
  ///
  /// - Returns: The number by which it is removed; nil where it was told at once.
  func add(_ observer: @escaping Observer) -> Int? {
    let number: Int? = state.withLock { state in
      guard !state.isPosted else { return nil }
      state.count += 1
      state.observers.append((state.count, observer))
      return state.count
    }
    if number == nil { observer() }
    return number
  }

  /// Lets go of an observer, which ends outside the lock.
  func remove(_ number: Int) {
    let removed: Observer? = state.withLock { state in
      let index = state.observers.firstIndex { entry in entry.number == number }
      return index.map { index in state.observers.remove(at: index).observer }
    }
    withExtendedLifetime(removed) {}
  }

  /// Tells everybody, once, in the order in which they came; who is removed meanwhile is told all
  /// the same.
  func post() {
    let observers = state.withLock { state in
      defer { state.observers = [] }
      state.isPosted = true
      return state.observers
    }
    for entry in observers { entry.observer() }
  }

  /// How many wait to be told.
  var observerCount: Int { state.withLock { state in state.observers.count } }
}

extension FirebaseApp {
  /// Has somebody told when this app is deleted, once.
  ///
  /// It comes after the instances of the app were told, from inside the deletion, with no lock
  /// held; at once, inside this call, where the app is deleted already.
  ///
  /// - Parameter observer: Who is told. The app keeps it until then, or until it is removed.
  /// - Returns: How the observer is removed; afterwards nothing of it is left.
  public func onDeletion(_ observer: @escaping @Sendable () -> Void) -> AppDeletionRegistration {
    AppDeletionRegistration(deletion: deletion, number: deletion.add(observer))
  }

  /// How many observers wait for this app's deletion.
  package var deletionObserverCount: Int { deletion.observerCount }
}

/// What an observer of an app's deletion is removed by.
public struct AppDeletionRegistration: Sendable {
  let deletion: AppDeletion
  let number: Int?

  /// Lets go of the observer, who is not told any more; a second time does nothing.
  public func remove() {
    if let number { deletion.remove(number) }
  }
}
