public import Foundation
public import SluiceSpies

/// An error that a listener is told; updates may follow it.
///
/// It equals another one by its code, so that a test can say that an error arrived unchanged.
/// Source: `FirebaseRemoteConfig/Sources/Public/FirebaseRemoteConfig/FIRRemoteConfig.h`.
public struct RemoteConfigUpdateError: Error, Hashable, Sendable {
  /// What went wrong.
  public enum Code: Int, Hashable, Sendable, CaseIterable {
    /// The server could not be reached, and it is not tried again.
    case streamError = 8_001
    /// The server announced a template that it then did not hand out.
    case notFetched = 8_002
    /// The server said something that makes no sense.
    case messageInvalid = 8_003
    /// The server announces nothing at present.
    case unavailable = 8_004
  }

  /// The domain of these errors.
  public static let errorDomain = "com.google.remoteconfig.update.ErrorDomain"

  /// What went wrong.
  public let code: Code

  /// An error with a code.
  public init(_ code: Code) {
    self.code = code
  }
}

extension RemoteConfigUpdateError: ProjectsToValue {
  /// The name of the code in the notation of scenarios, such as `stream-error`.
  public var projected: Value { .symbol(code.scenarioName) }
}

extension RemoteConfigUpdateError.Code {
  /// The code's name in the notation of scenarios.
  package var scenarioName: String {
    switch self {
    case .streamError: "stream-error"
    case .notFetched: "not-fetched"
    case .messageInvalid: "message-invalid"
    case .unavailable: "unavailable"
    }
  }

  /// The code of a name in the notation of scenarios; nil if there is none.
  package init?(scenarioName: String) {
    let code = Self.allCases.first { code in code.scenarioName == scenarioName }
    guard let code else { return nil }
    self = code
  }
}

extension RemoteConfigUpdateError: CustomNSError, LocalizedError {
  /// The number of the code.
  public var errorCode: Int { code.rawValue }

  /// The sentence for people.
  public var errorDescription: String? {
    switch code {
    case .streamError: "the server can't be reached, and is not tried again"
    case .notFetched: "the newest template was not handed out"
    case .messageInvalid: "the server's message makes no sense"
    case .unavailable: "the server announces nothing at present"
    }
  }
}
