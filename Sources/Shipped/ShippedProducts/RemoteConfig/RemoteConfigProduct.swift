public import FakeRemoteConfig
import SluiceConformance
public import SluiceProducts
import SluiceSpies

/// Remote Config: updates of an app's configuration, by script and by emulator.
public enum RemoteConfigProduct {
  /// The product, without implementations.
  public static let product = Product(
    "remoteconfig", module: "FakeRemoteConfig",
    summary: "Remote Config: updates of the configuration, by script and by emulator.",
    belongsToApp: true,
    backend: RemoteConfigBackend.init(in:),
    verbs: ScriptVerbs.verbs() + RemoteConfigVerbs.all,
    probes: probes,
    streams: updates, configUpdates,
    constructors: update,
    // Those that no other product has; `unavailable` is the fourth.
    errors: [
      "stream-error": "the server can't be reached, and is not tried again",
      "not-fetched": "what the server announced was not handed out",
      "message-invalid": "what the server said makes no sense",
    ])

  /// The updates, by the proposal's name.
  public static let updates = StreamDeclaration<RemoteConfigBackend, RemoteConfig>(
    "remoteconfig.updates", "The updates of the configuration.",
    example: "S = remoteconfig.updates()", lacking: [.finish],
    source: { backend in try backend.remoteConfig })

  /// The updates, by the name that was shipped.
  public static let configUpdates = StreamDeclaration<RemoteConfigBackend, RemoteConfig>(
    "remoteconfig.config-updates",
    "The updates of the configuration, by the name that was shipped.",
    example: "S = remoteconfig.config-updates()", lacking: [.finish],
    source: { backend in try backend.remoteConfig })

  private static let probes: [Probe<RemoteConfigBackend>] = [
    Probe(
      counting: "listeners", "The number of listeners that are registered now.",
      example: "expect remoteconfig.listeners == 0"
    ) { backend in try backend.remoteConfig.listenerCount },
    Probe(
      "value", "The active text of a key; null where there is none.",
      Parameter<String>("key", .string, "the key"), result: .pattern,
      example: "expect remoteconfig.value(\"color\") == \"red\""
    ) { backend, key in
      let value = try backend.app.remoteConfig.configValue(forKey: key)
      return value.source == .static ? .null : .string(value.stringValue)
    },
    Probe(
      "connection",
      "What the connection is at: closed, connecting, open, waiting, exhausted or refused.",
      result: .pattern, example: "expect remoteconfig.connection == open"
    ) { backend in try backend.app.connection },
    Probe(
      "result",
      "How the last fetch or activation ended: ok, unchanged, internal-error, or null.",
      result: .pattern, example: "expect remoteconfig.result == ok"
    ) { backend in try backend.server.result },
  ]

  /// An update, as streams hand one on and as a script hands one over: its keys.
  static let update = Constructor(
    "update", "An update by the keys whose newest values are not the active ones.",
    Parameter.variadic("keys", .string, "the keys, in the order of their bytes"),
    example: "update(\"color\", \"size\")"
  ) { (keys: [String]) in Set(keys) }
}
