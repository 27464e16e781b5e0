/// A transfer from the server, which pauses when its resume data is there.
///
/// Source: `FirebaseStorage/Sources/StorageDownloadTask.swift`.
public final class StorageDownloadTask: StorageObservableTask, @unchecked Sendable {
  // Sendable: it adds no stored property to a class for which that is shown.
}

extension StorageDownloadTask: StorageTaskManagement {
  /// Starts the download, once.
  public func enqueue() { driver.enqueue(self) }

  /// Has the download stand still, as soon as there is what it can be resumed from.
  public func pause() { driver.pause(self) }

  /// Ends the download as a failure; one that has ended stays as it is.
  public func cancel() { driver.cancel(self) }

  /// Has the download go on from where it stood still.
  public func resume() { driver.resume(self) }
}
