public import Foundation
public import SluiceSpies

/// A task at one moment: how far it is, and how it ended if it did.
///
/// It never changes. Source: `FirebaseStorage/Sources/StorageTaskSnapshot.swift`.
public final class StorageTaskSnapshot: Sendable {
  /// The task.
  public let task: StorageTask
  /// What the task was observed for, or is in.
  public let status: StorageTaskStatus
  /// The metadata of the upload, the server's once it has succeeded; nil for a download.
  public let metadata: StorageMetadata?
  /// The error with which the task ended; nil as long as it did not.
  public let error: (any Error)?
  /// The bytes that went over.
  package let completedBytes: Int64
  /// The bytes in all: 0 until an upload has begun, negative where a download's size is unknown.
  package let totalBytes: Int64
  private let sentinel: Sentinel?

  init(_ facts: TransferFacts, task: StorageTask, sentinel: Sentinel? = nil) {
    self.task = task
    status = facts.status
    metadata = facts.metadata
    error = facts.error
    completedBytes = facts.completedBytes
    totalBytes = facts.totalBytes
    self.sentinel = sentinel
  }

  /// The place that the task is about.
  public var reference: StorageReference { task.reference }

  /// How far the transfer is, in bytes; an unknown total makes it indeterminate.
  public var progress: Progress? {
    let progress = Progress(parent: nil, userInfo: nil)
    progress.totalUnitCount = totalBytes
    progress.completedUnitCount = completedBytes
    return progress
  }
}

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

extension StorageTaskSnapshot: ProjectsToValue {
  /// The snapshot as scenarios write it: its status with the bytes that went over and those in all,
  /// as in `progress(10, 100)`.
  public var projected: Value {
    .call(
      status.word, .integer(completedBytes),
      totalBytes < 0 ? .symbol("unknown") : .integer(totalBytes))
  }
}

extension StorageTaskStatus: ProjectsToValue {
  /// The status as scenarios write it.
  public var projected: Value { .symbol(word) }

  /// The status in one word; written out, since to look the name up at run time costs more than all
  /// else that a snapshot does.
  fileprivate var word: String {
    switch self {
    case .unknown: "unknown"
    case .resume: "resume"
    case .progress: "progress"
    case .pause: "pause"
    case .success: "success"
    case .failure: "failure"
    }
  }
}
