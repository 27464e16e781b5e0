public import Foundation
public import SluiceSpies

/// An error of the product, as listeners and completions receive it.
///
/// It equals another one by code and message, so that a test can say that an error arrived
/// unchanged. Its codes are those of gRPC. Source:
/// `Firestore/Source/Public/FirebaseFirestore/FIRFirestoreErrors.h`.
public struct FirestoreErrorCode: Error, Hashable, Sendable {
  /// What went wrong, in the numbers of gRPC.
  public enum Code: Int, Hashable, Sendable, CaseIterable {
    /// No error; never delivered as one.
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case OK = 0
    /// The operation was cancelled, typically by the caller.
    case cancelled = 1
    /// An error without a better code.
    case unknown = 2
    /// The client specified an argument that is wrong in every state of the system.
    case invalidArgument = 3
    /// The deadline passed before the operation could complete.
    case deadlineExceeded = 4
    /// A document that the operation needs does not exist.
    case notFound = 5
    /// A document that the operation would make exists.
    case alreadyExists = 6
    /// The caller may not do this.
    case permissionDenied = 7
    /// A quota is used up.
    case resourceExhausted = 8
    /// The system is not in the state that the operation needs.
    case failedPrecondition = 9
    /// The operation was aborted, typically by a concurrent one.
    case aborted = 10
    /// The operation went past the valid range.
    case outOfRange = 11
    /// The operation is not implemented.
    case unimplemented = 12
    /// An invariant of the system is broken.
    case `internal` = 13
    /// The service can't be reached at the moment.
    case unavailable = 14
    /// Data was lost for good.
    case dataLoss = 15
    /// The caller is not known.
    case unauthenticated = 16
  }

  /// The domain of these errors.
  public static let errorDomain = "FIRFirestoreErrorDomain"

  /// What went wrong.
  public let code: Code

  /// The sentence that came with the code.
  public let message: String

  /// An error with this code.
  ///
  /// - Parameters:
  ///   - code: What went wrong; not `OK`.
  ///   - message: The sentence that comes with it; nil for the code's usual one.
  public init(_ code: Code, message: String? = nil) {
    precondition(code != .OK, "OK is not an error")
    self.code = code
    self.message = message ?? code.usualMessage
  }
}

extension FirestoreErrorCode.Code {
  /// The sentence for an error of this code that comes without one of its own.
  fileprivate var usualMessage: String {
    switch self {
    case .permissionDenied: "missing or insufficient permissions"
    case .notFound: "no document to update"
    case .unavailable: "the client is offline"
    default: "the server answered with code \(rawValue)"
    }
  }

  /// Whether a write that is refused with this code is sent again, because the reason may pass.
  ///
  /// Source: `Firestore/core/src/remote/datastore.cc`, `IsPermanentWriteError`.
  package var mayPassForWrites: Bool {
    switch self {
    case .cancelled, .unknown, .deadlineExceeded, .resourceExhausted, .internal, .unavailable,
      .unauthenticated, .aborted:
      true
    case .OK, .invalidArgument, .notFound, .alreadyExists, .permissionDenied,
      .failedPrecondition, .outOfRange, .unimplemented, .dataLoss:
      false
    }
  }
}

extension FirestoreErrorCode: CustomNSError, LocalizedError {
  /// The number of the code.
  public var errorCode: Int { code.rawValue }

  /// The sentence, as Foundation's readers find it.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }

  /// The sentence for people.
  public var errorDescription: String? { message }
}

extension FirestoreErrorCode: CustomStringConvertible {
  /// The code and its sentence, for messages.
  public var description: String { "\(code) (\(code.rawValue)): \(message)" }
}

extension FirestoreErrorCode: ProjectsToValue {
  /// The name of the code as scenarios write it, such as `permission-denied`.
  public var projected: Value { .symbol(code.scenarioName) }
}

extension FirestoreErrorCode.Code: NamedError {
  /// The name as scenarios write it, such as `permission-denied`.
  package var scenarioName: String {
    if self == .OK { return "ok" }
    return "\(self)".reduce(into: "") { name, letter in
      name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
    }
  }

  /// All but `OK`, which is no error.
  package static var allNamed: [Self] { allCases.filter { code in code != .OK } }
}
