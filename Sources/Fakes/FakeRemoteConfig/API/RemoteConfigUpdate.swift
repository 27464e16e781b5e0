public import Foundation
public import SluiceSpies

/// What a listener is told: the keys whose newest values are not the active ones.
///
/// Source: `FirebaseRemoteConfig/Sources/Public/FirebaseRemoteConfig/FIRRemoteConfig.h`.
public final class RemoteConfigUpdate: Sendable {
  /// The keys; there is at least one.
  public let updatedKeys: Set<String>
  private let sentinel: Sentinel

  init(_ updatedKeys: Set<String>, sentinel: Sentinel) {
    self.updatedKeys = updatedKeys
    self.sentinel = sentinel
  }
}

extension RemoteConfigUpdate: ProjectsToValue {
  /// The keys in the order of their bytes, as in `update("color", "size")`.
  public var projected: Value {
    let keys = updatedKeys.sorted { left, right in
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return .call("update", keys.map { key in Value.Argument(nil, .string(key)) })
  }
}

/// What a listener is told in one callback, with every combination that two optionals allow.
package enum RemoteConfigNews: Sendable {
  /// An update and no error.
  case update(RemoteConfigUpdate)
  /// An error and no update.
  case failure(any Error)
  /// Both an update and an error.
  case both(RemoteConfigUpdate, any Error)
  /// Neither.
  case nothing
}

extension RemoteConfigNews {
  /// The news as the log keeps it.
  var payload: Event.Payload {
    switch self {
    case .update(let update): .value(update.projected)
    case .failure(let error): .failure(Failure(error))
    case .both(let update, let error): .both(update.projected, Failure(error))
    case .nothing: .nothing
    }
  }

  /// Calls a listener with the news.
  func call(_ listener: (RemoteConfigUpdate?, (any Error)?) -> Void) {
    switch self {
    case .update(let update): listener(update, nil)
    case .failure(let error): listener(nil, error)
    case .both(let update, let error): listener(update, error)
    case .nothing: listener(nil, nil)
    }
  }
}

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

extension RemoteConfigUpdateError.Code: NamedError {
  /// The code's name in the notation of scenarios.
  package var scenarioName: String {
    switch self {
    case .streamError: "stream-error"
    case .notFetched: "not-fetched"
    case .messageInvalid: "message-invalid"
    case .unavailable: "unavailable"
    }
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
