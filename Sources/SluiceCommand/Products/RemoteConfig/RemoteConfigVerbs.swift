import SluiceScenarios

/// What a scenario can make Remote Config do.
enum RemoteConfigVerbs {
  private static let words = EmulatorWords(product: "remoteconfig")

  static let all: [VerbSignature] = atServer + byApp + circumstances

  /// What happens at the server.
  private static let atServer: [VerbSignature] = [
    verb(
      "publish", [parameters], "Publishes a template: some keys get other texts, null has none.",
      "remoteconfig.publish({color: \"red\", size: null})"),
    verb(
      "serve",
      [
        ParameterSignature(
          "template", .symbol(["newest", "stale"]),
          summary: "the newest one, or the one that is the newest now")
      ],
      "Says which template the server hands out.", "remoteconfig.serve(stale)"),
    verb(
      "send-invalid", [], "Has the server say something that no app can read.",
      "remoteconfig.send-invalid()"),
    verb(
      "available", [], "Has the server announce what is published again.",
      "remoteconfig.available()"),
    verb(
      "unavailable", [], "Has the server announce nothing more, and say so to who is connected.",
      "remoteconfig.unavailable()"),
  ]

  /// What the app does.
  private static let byApp: [VerbSignature] = [
    verb(
      "fetch",
      [
        ParameterSignature(
          label: "age", .duration, .defaulted(.duration(0)),
          summary: "how old a template may be that was fetched before")
      ],
      "Has the app fetch the newest template.", "remoteconfig.fetch()"),
    verb(
      "activate", [], "Has the app make the template active that it fetched last.",
      "remoteconfig.activate()"),
    verb(
      "fetch-and-activate", [],
      "Has the app fetch, unless it has in the last twelve hours, and then activate.",
      "remoteconfig.fetch-and-activate()"),
    verb(
      "background", [], "Puts the app into the background, which closes its connection.",
      "remoteconfig.background()"),
    verb(
      "foreground", [], "Puts the app into the foreground, which tries anew to connect.",
      "remoteconfig.foreground()"),
  ]

  /// What stands between app and server, and how listeners are treated.
  private static let circumstances: [VerbSignature] = [
    verb("offline", [], "Takes the network from the app.", "remoteconfig.offline()"),
    verb(
      "online", [], "Gives it back; the app notices at the end of its pause.",
      "remoteconfig.online()"),
    verb(
      "latency",
      [
        duration("connect", "connecting"), duration("message", "what the server says"),
        duration("fetch", "fetching"),
      ],
      "Says how long operations take; what is not named stays as it is.",
      "remoteconfig.latency(fetch: 50ms)"),
    words.script(),
    VerbSignature(
      "remoteconfig.behave", product: "remoteconfig",
      parameters: BehaviorChoice.parameters + [
        ParameterSignature(
          label: "order", .symbol(["added", "reversed"]), .defaulted(.symbol("added")),
          summary: "the order in which the emulator tells listeners, which nobody promises")
      ],
      summary: "Chooses how listeners are treated; only before anything else.",
      example: "remoteconfig.behave(order: reversed)"),
  ]

  static let probes: [ProbeSignature] = [
    ProbeSignature(
      "remoteconfig.listeners", product: "remoteconfig",
      summary: "The number of listeners that are registered now.",
      example: "expect remoteconfig.listeners == 0"),
    ProbeSignature(
      "remoteconfig.value", product: "remoteconfig",
      parameters: [ParameterSignature("key", .string, summary: "the key")], result: .pattern,
      summary: "The active text of a key; null where there is none.",
      example: "expect remoteconfig.value(\"color\") == \"red\""),
    ProbeSignature(
      "remoteconfig.connection", product: "remoteconfig", result: .pattern,
      summary:
        "What the connection is at: closed, connecting, open, waiting, exhausted or refused.",
      example: "expect remoteconfig.connection == open"),
    ProbeSignature(
      "remoteconfig.result", product: "remoteconfig", result: .pattern,
      summary: "How the last fetch or activation ended: ok, unchanged, internal-error, or null.",
      example: "expect remoteconfig.result == ok"),
  ]

  private static let parameters = ParameterSignature(
    "parameters", .object, summary: "texts by key; null takes a key away")

  private static func duration(_ label: String, _ what: String) -> ParameterSignature {
    ParameterSignature(
      label: label, .duration, .optional, summary: "how long \(what) takes from now on")
  }

  private static func verb(
    _ name: String, _ parameters: [ParameterSignature], _ summary: String, _ example: String
  ) -> VerbSignature {
    words.verb(name, parameters, summary, example)
  }
}
