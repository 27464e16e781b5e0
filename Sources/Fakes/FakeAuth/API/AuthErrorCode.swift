public import Foundation
public import SluiceSpies

/// An error of the product, as completions receive it; listeners never do.
///
/// Source: `FirebaseAuth/Sources/Swift/Utilities/AuthErrors.swift`.
public enum AuthErrorCode: Int, Error, Sendable, CaseIterable {
  /// The account was disabled.
  case userDisabled = 17_005
  /// This kind of sign-in is not allowed.
  case operationNotAllowed = 17_006
  /// Another account has the address.
  case emailAlreadyInUse = 17_007
  /// The address is no address.
  case invalidEmail = 17_008
  /// The password is wrong.
  case wrongPassword = 17_009
  /// There is no such account, or it was deleted.
  case userNotFound = 17_011
  /// The server can't be reached.
  case networkError = 17_020
  /// The sign-in was revoked; the user has to sign in again.
  case userTokenExpired = 17_021
  /// The password is too short.
  case weakPassword = 17_026
  /// Anything else.
  case internalError = 17_999
}

extension AuthErrorCode {
  /// Whether the user can't stay signed in after it.
  var endsSession: Bool {
    switch self {
    case .userDisabled, .userNotFound, .userTokenExpired: true
    default: false
    }
  }
}

extension AuthErrorCode: ProjectsToValue {
  /// The name of the code in the notation of scenarios, such as `wrong-password`.
  public var projected: Value { .symbol(scenarioName) }

  private var scenarioName: String {
    switch self {
    case .userDisabled: "user-disabled"
    case .operationNotAllowed: "operation-not-allowed"
    case .emailAlreadyInUse: "email-already-in-use"
    case .invalidEmail: "invalid-email"
    case .wrongPassword: "wrong-password"
    case .userNotFound: "user-not-found"
    case .networkError: "network-error"
    case .userTokenExpired: "user-token-expired"
    case .weakPassword: "weak-password"
    case .internalError: "internal-error"
    }
  }
}

extension AuthErrorCode: CustomNSError, LocalizedError {
  /// The domain of these errors.
  public static var errorDomain: String { "FIRAuthErrorDomain" }

  /// The number of the code.
  public var errorCode: Int { rawValue }

  /// The sentence for people.
  public var errorDescription: String? {
    switch self {
    case .userDisabled: "the account was disabled"
    case .operationNotAllowed: "this kind of sign-in is not allowed"
    case .emailAlreadyInUse: "another account has the address"
    case .invalidEmail: "the address is no address"
    case .wrongPassword: "the password is wrong"
    case .userNotFound: "there is no such account"
    case .networkError: "the server can't be reached"
    case .userTokenExpired: "the sign-in was revoked"
    case .weakPassword: "a password has six characters or more"
    case .internalError: "the object that the user belongs to is gone"
    }
  }
}
