/// What a task can be observed for, and what a snapshot says of it.
///
/// Source: `FirebaseStorage/Sources/StorageConstants.swift`.
public enum StorageTaskStatus: Int, Hashable, Sendable, CaseIterable {
  /// It was made and not started; nobody is ever told so.
  case unknown
  /// It runs, or runs again.
  case resume
  /// Bytes went over.
  case progress
  /// It stands still until it is resumed.
  case pause
  /// It has ended well.
  case success
  /// It has ended with an error, a cancel among them.
  case failure
}
