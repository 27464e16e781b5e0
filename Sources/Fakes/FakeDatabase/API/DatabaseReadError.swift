public import Foundation

/// The error of a single read that got no answer, or was refused.
///
/// Source: `FirebaseDatabase/Sources/Core/FRepo.m` (`getData:withCompletionBlock:`), which makes
/// one code of both.
public struct DatabaseReadError: Error, Hashable, Sendable {
  /// The domain of these errors.
  public static let errorDomain = "com.firebase.core"

  /// The path of the place.
  public let path: String

  /// Why there is no answer: the server's sentence, or that the client is offline.
  public let reason: String

  init(_ query: QuerySpecification, _ reason: String) {
    path = query.path.description
    self.reason = reason
  }
}

extension DatabaseReadError: CustomNSError, LocalizedError {
  /// The number of the one code.
  public var errorCode: Int { 1 }

  /// The sentences, as Foundation's readers find them.
  public var errorUserInfo: [String: Any] {
    [NSLocalizedDescriptionKey: description, NSLocalizedFailureReasonErrorKey: reason]
  }

  /// The sentence for people.
  public var errorDescription: String? { description }

  /// Why there is no answer.
  public var failureReason: String? { reason }
}

extension DatabaseReadError: CustomStringConvertible {
  /// What failed, and why.
  public var description: String { "the latest value of \(path) could not be read: \(reason)" }
}
