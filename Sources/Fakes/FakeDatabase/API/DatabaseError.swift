public import Foundation
public import SluiceSpies

/// An error of the product, as cancel blocks and completions receive it.
///
/// It equals another one by code and message, so that a test can say that an error arrived
/// unchanged. Source: `FirebaseDatabase/Sources/Utilities/FUtilities.m`
/// (`errorForStatus:andReason:`).
public struct DatabaseError: Error, Hashable, Sendable {
  /// What went wrong.
  public enum Code: Int, Hashable, Sendable, CaseIterable {
    /// The rules of the server don't allow it.
    case permissionDenied = 1
    /// The service is not available.
    case unavailable = 2
    /// The client gave up the write.
    case writeCancelled = 3
    /// Anything else, which the message tells.
    case other = 9999
  }

  /// The domain of these errors.
  public static let errorDomain = "com.firebase"

  /// What went wrong.
  public let code: Code

  /// The sentence that came with the code; for other errors the server's word.
  public let message: String

  /// An error with this code.
  ///
  /// - Parameters:
  ///   - code: What went wrong.
  ///   - message: The sentence that comes with it; nil for the code's usual one.
  public init(_ code: Code, message: String? = nil) {
    self.code = code
    self.message = message ?? code.usualMessage
  }

  /// A transaction whose data changed at the server again and again.
  static let tooManyRetries = DatabaseError(.other, message: "maxretry")
  /// A transaction that a write of the same client to its place has overtaken.
  static let overriddenBySet = DatabaseError(.other, message: "set")
  /// A transaction whose data are not at the server what it saw; it is run again.
  static let staleData = DatabaseError(.other, message: "datastale")
  /// A transaction that was on its way when the connection ended.
  static let disconnected = DatabaseError(.other, message: "disconnect")
}

extension DatabaseError.Code {
  fileprivate var usualMessage: String {
    switch self {
    case .permissionDenied: "permission denied"
    case .unavailable: "the service is unavailable"
    case .writeCancelled: "the write was cancelled by the user"
    case .other: "unknown"
    }
  }
}

extension DatabaseError: CustomNSError, LocalizedError {
  /// The number of the code.
  public var errorCode: Int { code.rawValue }

  /// The sentence, as Foundation's readers find it.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }

  /// The sentence for people.
  public var errorDescription: String? { message }
}

extension DatabaseError: CustomStringConvertible {
  /// The code and its sentence, for messages.
  public var description: String { "\(code) (\(code.rawValue)): \(message)" }
}

extension DatabaseError: ProjectsToValue, NamedError {
  /// The error as scenarios write it: the name of its code, for others the server's word.
  public var projected: Value { .symbol(scenarioName) }

  /// The name of its code, for others the server's word.
  package var scenarioName: String {
    switch code {
    case .permissionDenied: "permission-denied"
    case .unavailable: "unavailable"
    case .writeCancelled: "write-cancelled"
    case .other: message
    }
  }

  /// The errors that a scenario can name.
  package static var allNamed: [DatabaseError] {
    Code.allCases.filter { $0 != .other }.map { DatabaseError($0) }
      + [.tooManyRetries, .overriddenBySet, .disconnected]
  }
}
