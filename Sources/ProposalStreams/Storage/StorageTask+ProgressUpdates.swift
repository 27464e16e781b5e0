public import FakeStorage

extension StorageTask {
  /// The task's progress until it has ended, written the plain way; for one consumer.
  public var progressUpdates: AsyncThrowingStream<StorageTaskSnapshot, any Error> {
    AsyncThrowingStream { continuation in
      guard let task = self as? StorageObservableTask else { return continuation.finish() }
      let progress = task.observe(.progress) { snapshot in continuation.yield(snapshot) }
      let success = task.observe(.success) { _ in continuation.finish() }
      let failure = task.observe(.failure) { snapshot in
        continuation.finish(throwing: snapshot.error)
      }
      continuation.onTermination = { _ in
        for handle in [progress, success, failure] { task.removeObserver(withHandle: handle) }
      }
    }
  }
}
