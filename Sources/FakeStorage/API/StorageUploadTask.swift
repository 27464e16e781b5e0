/// A transfer to the server, which pauses at once.
///
/// Source: `FirebaseStorage/Sources/StorageUploadTask.swift`.
public final class StorageUploadTask: StorageObservableTask, @unchecked Sendable {
  // Sendable: it adds no stored property to a class for which that is shown.
}

extension StorageUploadTask: StorageTaskManagement {
  /// Starts the upload, once.
  public func enqueue() { driver.enqueue(self) }

  /// Has the upload stand still until it is resumed.
  public func pause() { driver.pause(self) }

  /// Ends the upload as a failure; one that has ended stays as it is.
  public func cancel() { driver.cancel(self) }

  /// Has the upload go on from where it stood still.
  public func resume() { driver.resume(self) }
}
