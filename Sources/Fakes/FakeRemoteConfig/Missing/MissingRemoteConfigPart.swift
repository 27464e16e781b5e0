import SluiceSpies

/// What the fake lacks of Remote Config.
package enum MissingRemoteConfigPart: String, MissingPart {
  case settings
  case history = "the last fetch"
  case keys = "lists of keys"
  case valuesBySource = "values by their source"
  case decodedValues = "decoded values"
  case otherDefaults = "defaults other than texts and numbers"
  case defaultsFromFiles = "defaults from files and `Encodable` values"
  case signals = "custom signals"
  case initialization = "waiting for the initialization"

  package static let fake = "FakeRemoteConfig"

  package var advice: String {
    switch self {
    case .settings: "pass the age to fetch(withExpirationDuration:)"
    case .history: "keep what the completion of the fetch says"
    case .keys: "read each value by its key"
    case .valuesBySource: "read source of configValue(forKey:)"
    case .decodedValues: "decode dataValue yourself"
    case .otherDefaults: "pass an NSString or an NSNumber"
    case .defaultsFromFiles: "use setDefaults(_:)"
    case .signals: "publish at the RemoteConfigEmulator what the signals would select"
    case .initialization: "read values at once"
    }
  }
}
