/// What an app can do to a running transfer.
///
/// Source: `FirebaseStorage/Sources/StorageTask.swift`.
public protocol StorageTaskManagement {
  /// Starts the transfer, once; the reference that makes a task has done so.
  func enqueue()
  /// Has the transfer stand still until it is resumed.
  func pause()
  /// Ends the transfer as a failure, `StorageErrorCode.cancelled`.
  func cancel()
  /// Has the transfer go on from where it stood still.
  func resume()
}
