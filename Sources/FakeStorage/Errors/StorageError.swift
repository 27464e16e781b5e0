public import Foundation

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
