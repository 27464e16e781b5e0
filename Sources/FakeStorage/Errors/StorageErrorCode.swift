/// What went wrong in a transfer, in the product's own numbers.
///
/// Source: `FirebaseStorage/Sources/StorageError.swift`.
public enum StorageErrorCode: Int, Hashable, Sendable, CaseIterable {
  /// An error without a better code.
  case unknown = -13000
  /// There is no object at the place.
  case objectNotFound = -13010
  /// There is no such bucket.
  case bucketNotFound = -13011
  /// There is no such project.
  case projectNotFound = -13012
  /// The bucket is full.
  case quotaExceeded = -13013
  /// The caller is not known.
  case unauthenticated = -13020
  /// The caller may not do this.
  case unauthorized = -13021
  /// The server could not be reached for as long as the client tries.
  case retryLimitExceeded = -13030
  /// What arrived is not what was sent.
  case nonMatchingChecksum = -13031
  /// The object is larger than the caller wants to have in memory.
  case downloadSizeExceeded = -13032
  /// The task was cancelled by the app.
  case cancelled = -13040
  /// An argument is wrong.
  case invalidArgument = -13050
}

extension StorageErrorCode {
  /// The sentence for an error of this code that comes without one of its own.
  var usualMessage: String {
    switch self {
    case .unknown: "an unknown error occurred"
    case .objectNotFound: "there is no object at this place"
    case .bucketNotFound: "there is no such bucket"
    case .projectNotFound: "there is no such project"
    case .quotaExceeded: "the bucket is full"
    case .unauthenticated: "the caller is not known"
    case .unauthorized: "the caller may not do this"
    case .retryLimitExceeded: "the server was not reached in the time that is allowed for it"
    case .nonMatchingChecksum: "what arrived is not what was sent"
    case .downloadSizeExceeded: "the object is larger than the caller asked for"
    case .cancelled: "the task was cancelled"
    case .invalidArgument: "an argument is wrong"
    }
  }
}
