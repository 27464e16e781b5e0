public import Foundation
import SluiceSimulation
public import SluiceSpies

/// What fetches, activates and reads values.
extension RemoteConfig {
  /// How long a template that was fetched is new enough for a fetch without an age: twelve hours.
  public static let usualFetchInterval: TimeInterval = 43_200

  /// Fetches the newest template, unless one was fetched in the last twelve hours.
  ///
  /// - Parameter completionHandler: Called on the main queue, with a `RemoteConfigError` on
  ///   failure.
  public func fetch(
    completionHandler: ((RemoteConfigFetchStatus, (any Error)?) -> Void)? = nil
  ) {
    fetch(
      withExpirationDuration: Self.usualFetchInterval, completionHandler: completionHandler)
  }

  /// Fetches the newest template, unless one was fetched not long ago.
  ///
  /// - Parameters:
  ///   - expirationDuration: How old a template may be, in seconds; a NaN stops the process.
  ///   - completionHandler: Called on the main queue, with a `RemoteConfigError` on failure.
  public func fetch(
    withExpirationDuration expirationDuration: TimeInterval,
    completionHandler: ((RemoteConfigFetchStatus, (any Error)?) -> Void)? = nil
  ) {
    backend.fetch(
      olderThan: Self.age(expirationDuration),
      CallbackBox { error in completionHandler?(error == nil ? .success : .failure, error) })
  }

  /// Fetches the newest template, unless one was fetched in the last twelve hours.
  ///
  /// - Returns: That it is here.
  /// - Throws: `RemoteConfigError`.
  @discardableResult
  public func fetch() async throws -> RemoteConfigFetchStatus {
    try await fetch(withExpirationDuration: Self.usualFetchInterval)
  }

  /// Fetches the newest template, unless one was fetched not long ago.
  ///
  /// - Parameter expirationDuration: How old a template may be, in seconds; a NaN stops the
  ///   process.
  /// - Returns: That it is here.
  /// - Throws: `RemoteConfigError`.
  @discardableResult
  public func fetch(
    withExpirationDuration expirationDuration: TimeInterval
  ) async throws -> RemoteConfigFetchStatus {
    let error: RemoteConfigError? = await withCheckedContinuation { continuation in
      backend.fetch(
        olderThan: Self.age(expirationDuration),
        CallbackBox { error in continuation.resume(returning: error) })
    }
    if let error { throw error }
    return .success
  }

  /// Makes the template that was fetched last the active one.
  ///
  /// - Parameter completion: Called on the main queue with whether another one was active.
  public func activate(completion: ((Bool, (any Error)?) -> Void)? = nil) {
    backend.activate(CallbackBox { changed in completion?(changed, nil) })
  }

  /// Makes the template that was fetched last the active one.
  ///
  /// - Returns: Whether another one was active.
  /// - Throws: Nothing; the SDK throws where its database can't be written, which this one has not.
  @discardableResult
  public func activate() async throws -> Bool {
    await withCheckedContinuation { continuation in
      backend.activate(CallbackBox { changed in continuation.resume(returning: changed) })
    }
  }

  /// Fetches as `fetch` does, then activates.
  ///
  /// - Parameter completionHandler: Called on the main queue, with a `RemoteConfigError` on
  ///   failure.
  public func fetchAndActivate(
    completionHandler: ((RemoteConfigFetchAndActivateStatus, (any Error)?) -> Void)? = nil
  ) {
    fetch { [self] _, error in
      if let error {
        completionHandler?(.error, error)
        return
      }
      activate { changed, _ in
        completionHandler?(
          changed ? .successFetchedFromRemote : .successUsingPreFetchedData, nil)
      }
    }
  }

  /// Fetches as `fetch` does, then activates.
  ///
  /// - Returns: Whether something else is active now.
  /// - Throws: `RemoteConfigError`.
  @discardableResult
  public func fetchAndActivate() async throws -> RemoteConfigFetchAndActivateStatus {
    try await fetch()
    return try await activate() ? .successFetchedFromRemote : .successUsingPreFetchedData
  }

  /// Says which values keys have that the active template has none for.
  ///
  /// - Parameter defaults: Texts and numbers by key; nil takes all away. A value of another type
  ///   stops the process: the SDK writes it as a text of its own making.
  public func setDefaults(_ defaults: [String: NSObject]?) {
    let defaults = (defaults ?? [:]).sorted { left, right in left.key < right.key }
    let texts = defaults.map { key, value in (key, Self.text(of: value, for: key)) }
    backend.setDefaults(Dictionary(texts) { first, _ in first })
  }

  private static func text(of value: NSObject, for key: String) -> String {
    switch value {
    case let text as NSString: "\(text)"
    case let number as NSNumber: number.stringValue
    default: MissingRemoteConfigPart.otherDefaults.stop(at: "\(key), a \(type(of: value))")
    }
  }

  /// The age in the simulation's time.
  ///
  /// - Parameter seconds: The age, which may be infinite; a NaN stops the process.
  /// - Returns: The age, of a century at most.
  private static func age(_ seconds: TimeInterval) -> Duration {
    if seconds.isNaN { fatalError("an expiration duration of nan is no number of seconds") }
    let century = 3_155_760_000.0
    return .seconds(min(max(seconds, -century), century))
  }

  /// The value of a key: the active template's, else the default, else nothing.
  public func configValue(forKey key: String?) -> RemoteConfigValue {
    backend.value(of: key ?? "")
  }

  /// The value of a key.
  public subscript(key: String) -> RemoteConfigValue { configValue(forKey: key) }
}

/// How a fetch ended.
public enum RemoteConfigFetchStatus: Int, Sendable, Hashable {
  /// There was none.
  case noFetchYet
  /// The newest template is here.
  case success
  /// It could not be fetched.
  case failure
}

/// How a fetch that also activates ended.
public enum RemoteConfigFetchAndActivateStatus: Int, Sendable, Hashable {
  /// What is active comes from the server now.
  case successFetchedFromRemote
  /// It was active already.
  case successUsingPreFetchedData
  /// It could not be fetched.
  case error
}

/// The value of a key, which is text and what it reads as.
///
/// Source: `FirebaseRemoteConfig/Sources/FIRConfigValue.m`.
public final class RemoteConfigValue: Sendable {
  /// The text; empty where there is no value.
  public let stringValue: String
  /// Where it comes from.
  public let source: RemoteConfigSource

  init(_ stringValue: String, from source: RemoteConfigSource) {
    self.stringValue = stringValue
    self.source = source
  }

  /// The number that the text begins with, else 0.
  public var numberValue: NSNumber { NSNumber(value: (stringValue as NSString).doubleValue) }

  /// Whether the text reads as true: `1`, `true`, `t`, `yes`, `y` or `on` in any case.
  public var boolValue: Bool {
    ["1", "true", "t", "yes", "y", "on"].contains(stringValue.lowercased())
  }

  /// The text in UTF-8.
  public var dataValue: Data { Data(stringValue.utf8) }
}

/// Where a value comes from.
public enum RemoteConfigSource: Int, Sendable, Hashable {
  /// From the server: it was fetched and activated.
  case remote
  /// From the app's defaults.
  case `default`
  /// From nowhere: there is no value of the key.
  case `static`
}

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
