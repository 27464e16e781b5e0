public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: """
    FakeRemoteConfig does not model settings: \
    pass the age to fetch(withExpirationDuration:)
    """
)
extension RemoteConfig {
  /// How templates are fetched.
  public var configSettings: RemoteConfigSettings {
    get { MissingRemoteConfigPart.settings.stop() }
    set { MissingRemoteConfigPart.settings.stop() }
  }

  /// Changes how templates are fetched.
  public func setConfigSettings(_ settings: RemoteConfigSettings) async throws {
    MissingRemoteConfigPart.settings.stop()
  }
}

/// How templates are fetched.
@available(
  *, unavailable,
  message: """
    FakeRemoteConfig does not model settings: \
    pass the age to fetch(withExpirationDuration:)
    """
)
public final class RemoteConfigSettings {
  /// The usual settings.
  public init() { MissingRemoteConfigPart.settings.stop() }

  /// How old a template may be, in seconds.
  public var minimumFetchInterval: TimeInterval {
    get { MissingRemoteConfigPart.settings.stop() }
    set { MissingRemoteConfigPart.settings.stop() }
  }

  /// How long a fetch waits, in seconds.
  public var fetchTimeout: TimeInterval {
    get { MissingRemoteConfigPart.settings.stop() }
    set { MissingRemoteConfigPart.settings.stop() }
  }
}

@available(
  *, unavailable,
  message: """
    FakeRemoteConfig does not model the last fetch: \
    keep what the completion of the fetch says
    """
)
extension RemoteConfig {
  /// When a template was fetched last.
  public var lastFetchTime: Date? { MissingRemoteConfigPart.history.stop() }

  /// How the last fetch ended.
  public var lastFetchStatus: RemoteConfigFetchStatus { MissingRemoteConfigPart.history.stop() }
}

@available(
  *, unavailable,
  message: "FakeRemoteConfig does not model lists of keys: read each value by its key"
)
extension RemoteConfig {
  /// The keys that have values of a source.
  public func allKeys(from source: RemoteConfigSource) -> [String] {
    MissingRemoteConfigPart.keys.stop()
  }

  /// The keys that begin with a text.
  public func keys(withPrefix prefix: String?) -> Set<String> {
    MissingRemoteConfigPart.keys.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeRemoteConfig does not model values by their source: \
    read source of configValue(forKey:)
    """
)
extension RemoteConfig {
  /// The value of a key from a source.
  public func configValue(
    forKey key: String?, source: RemoteConfigSource
  ) -> RemoteConfigValue { MissingRemoteConfigPart.valuesBySource.stop() }

  /// The default of a key.
  public func defaultValue(forKey key: String?) -> RemoteConfigValue? {
    MissingRemoteConfigPart.valuesBySource.stop()
  }
}

@available(
  *, unavailable,
  message: "FakeRemoteConfig does not model decoded values: decode dataValue yourself"
)
extension RemoteConfig {
  /// All values as a value of a type.
  public func decoded<Model: Decodable>(asType: Model.Type = Model.self) throws -> Model {
    MissingRemoteConfigPart.decodedValues.stop()
  }
}

@available(
  *, unavailable,
  message: "FakeRemoteConfig does not model decoded values: decode dataValue yourself"
)
extension RemoteConfigValue {
  /// The text as JSON.
  public var jsonValue: Any? { MissingRemoteConfigPart.decodedValues.stop() }

  /// The text as a value of a type.
  public func decoded<Model: Decodable>(asType: Model.Type = Model.self) throws -> Model {
    MissingRemoteConfigPart.decodedValues.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeRemoteConfig does not model defaults from files and `Encodable` values: \
    use setDefaults(_:)
    """
)
extension RemoteConfig {
  /// Takes defaults from a property list.
  public func setDefaults(fromPlist fileName: String?) {
    MissingRemoteConfigPart.defaultsFromFiles.stop()
  }

  /// Takes defaults from a value.
  public func setDefaults<Model: Encodable>(from value: Model) throws {
    MissingRemoteConfigPart.defaultsFromFiles.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeRemoteConfig does not model custom signals: \
    publish at the RemoteConfigEmulator what the signals would select
    """
)
extension RemoteConfig {
  /// Says by what the server selects values.
  public func setCustomSignals(_ customSignals: [String: Any?]) async throws {
    MissingRemoteConfigPart.signals.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeRemoteConfig does not model waiting for the initialization: \
    read values at once
    """
)
extension RemoteConfig {
  /// Waits until values can be read.
  public func ensureInitialized(completionHandler: @escaping ((any Error)?) -> Void) {
    MissingRemoteConfigPart.initialization.stop()
  }

  /// Waits until values can be read.
  public func ensureInitialized() async throws { MissingRemoteConfigPart.initialization.stop() }
}
