/// A task that can be observed.
///
/// Observing tells at once what the task already is, if it is that: paused, running (resume and
/// progress), succeeded or failed, but not cancelled; everything is told by the callback queue. At
/// the end the observers of success or failure are told, those of progress once more before that
/// unless the task was cancelled, and then all are removed. Removing an observer does not take back
/// what is queued for it. The order in which the observers of one status are told is not specified.
/// Source: `FirebaseStorage/Sources/StorageObservableTask.swift`.
public class StorageObservableTask: StorageTask, @unchecked Sendable {
  // Sendable: it adds no stored property to a class for which that is shown.

  /// Observes the task for a status.
  ///
  /// - Parameters:
  ///   - status: What the observer wants to be told of; nobody is ever told of `unknown`.
  ///   - handler: Called on the callback queue with a snapshot each time.
  /// - Returns: The handle by which the observer is removed from this task.
  @discardableResult
  public func observe(
    _ status: StorageTaskStatus, handler: @escaping (StorageTaskSnapshot) -> Void
  ) -> String {
    observers.add(status, present: { present(status) }, handler)
  }

  /// Removes one observer; a handle that this task does not know does nothing.
  public func removeObserver(withHandle handle: String) {
    observers.remove(handle)
  }

  /// Removes every observer of a status, whoever added it.
  public func removeAllObservers(for status: StorageTaskStatus) {
    observers.removeAll(status)
  }

  /// Removes every observer, whoever added it.
  public func removeAllObservers() {
    for status in StorageTaskStatus.allCases { observers.removeAll(status) }
  }
}
