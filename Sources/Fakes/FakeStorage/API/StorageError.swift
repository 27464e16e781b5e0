public import Foundation
public import SluiceSpies

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of the product's errors.
public let StorageErrorDomain = "FIRStorageErrorDomain"

/// An error of a transfer, as snapshots and completions carry it.
///
/// It equals another one by code and message, so that a test can say that an error arrived
/// unchanged. Source: `FirebaseStorage/Sources/StorageError.swift`.
public struct StorageError: Error, Hashable, Sendable {
  /// What went wrong.
  public let code: StorageErrorCode
  /// The sentence that came with the code.
  public let message: String

  /// An error with this code.
  ///
  /// - Parameters:
  ///   - code: What went wrong.
  ///   - message: The sentence that comes with it; nil for the code's usual one.
  public init(_ code: StorageErrorCode, message: String? = nil) {
    self.code = code
    self.message = message ?? code.usualMessage
  }
}

extension StorageError: CustomNSError, LocalizedError {
  /// The domain, as Foundation's readers find it.
  public static var errorDomain: String { StorageErrorDomain }

  /// The number of the code.
  public var errorCode: Int { code.rawValue }

  /// The sentence, as Foundation's readers find it.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }

  /// The sentence for people.
  public var errorDescription: String? { message }
}

extension StorageError: CustomStringConvertible {
  /// The code and its sentence, for messages.
  public var description: String { "\(code) (\(code.rawValue)): \(message)" }
}

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
  fileprivate var usualMessage: String {
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

extension StorageError: ProjectsToValue {
  /// The name of the code as scenarios write it, such as `permission-denied`.
  public var projected: Value { .symbol(code.scenarioName) }
}

extension StorageErrorCode: NamedError {
  /// The name as scenarios write it: the nearest of the names that all products' errors have.
  package var scenarioName: String {
    switch self {
    case .unknown: "unknown"
    case .objectNotFound: "not-found"
    case .bucketNotFound: "failed-precondition"
    case .projectNotFound: "internal"
    case .quotaExceeded: "resource-exhausted"
    case .unauthenticated: "unauthenticated"
    case .unauthorized: "permission-denied"
    case .retryLimitExceeded: "deadline-exceeded"
    case .nonMatchingChecksum: "data-loss"
    case .downloadSizeExceeded: "out-of-range"
    case .cancelled: "cancelled"
    case .invalidArgument: "invalid-argument"
    }
  }
}
