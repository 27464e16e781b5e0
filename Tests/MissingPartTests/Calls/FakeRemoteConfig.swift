import FakeRemoteConfig
import Foundation

// part: settings

private func settings(_ config: RemoteConfig) async throws {
  let settings = RemoteConfigSettings()
  settings.minimumFetchInterval = 0
  config.configSettings = settings
}

private func change(_ config: RemoteConfig, by settings: RemoteConfigSettings) async throws {
  let change: (RemoteConfig) -> Any = { config in config.setConfigSettings }
  _ = change
}

// part: the last fetch

private func history(_ config: RemoteConfig) {
  _ = config.lastFetchTime
  _ = config.lastFetchStatus
}

// part: lists of keys

private func keys(_ config: RemoteConfig) {
  _ = config.allKeys(from: .remote)
  _ = config.keys(withPrefix: "color")
}

// part: values by their source

private func valuesBySource(_ config: RemoteConfig) {
  _ = config.configValue(forKey: "color", source: .default)
  _ = config.defaultValue(forKey: "color")
}

// part: decoded values

private func decodedValues(_ config: RemoteConfig) throws {
  let _: [String: String] = try config.decoded()
  let _: [String] = try config["colors"].decoded()
  _ = config["colors"].jsonValue
}

// part: defaults from files and `Encodable` values

private func defaultsFromFiles(_ config: RemoteConfig) throws {
  config.setDefaults(fromPlist: "Defaults")
  try config.setDefaults(from: ["color": "grey"])
}

// part: custom signals

private func signals(_ config: RemoteConfig) async throws {
  try await config.setCustomSignals(["city": "SF"])
}

// part: waiting for the initialization

private func initializationLater(_ config: RemoteConfig) { config.ensureInitialized { error in } }

private func initialization(_ config: RemoteConfig) async throws {
  try await config.ensureInitialized()
}
