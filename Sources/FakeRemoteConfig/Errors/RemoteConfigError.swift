public import Foundation
public import SluiceSpies

/// An error of a fetch, as completions receive it; listeners never do.
///
/// Source: `FirebaseRemoteConfig/Sources/Public/FirebaseRemoteConfig/FIRRemoteConfig.h`.
public enum RemoteConfigError: Int, Error, Sendable, Hashable {
  /// The server could not be reached, or there is none.
  case internalError = 8_003
}

extension RemoteConfigError: ProjectsToValue {
  /// The name of the code in the notation of scenarios.
  public var projected: Value { .symbol("internal-error") }
}

extension RemoteConfigError: CustomNSError, LocalizedError {
  /// The domain of these errors.
  public static var errorDomain: String { "com.google.remoteconfig.ErrorDomain" }

  /// The number of the code.
  public var errorCode: Int { rawValue }

  /// The sentence for people.
  public var errorDescription: String? { "the template could not be fetched" }
}
