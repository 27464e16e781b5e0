import SluiceScenarios

/// What a scenario can make Messaging do.
enum MessagingVerbs {
  private static let words = EmulatorWords(product: "messaging")

  static let tokens = "messaging.token-updates"
  static let messages = "messaging.foreground-messages"

  static let streams: [StreamSignature] = [
    StreamSignature(
      tokens, product: "messaging", suite: "messaging.tokens",
      summary: "The app's registration tokens, as strings.",
      example: "S = messaging.token-updates()"),
    StreamSignature(
      messages, product: "messaging", suite: "messaging.messages",
      summary: "The messages that come while the app is in the foreground.",
      example: "S = messaging.foreground-messages()"),
  ]

  static let all: [VerbSignature] = [
    verb(
      "token", [ParameterSignature("token", .string, summary: "the token")],
      "Gives the app another registration token; the one that it has changes nothing.",
      "messaging.token(\"t1\")"),
    verb(
      "delete-token", [], "Has the app delete its registration token.",
      "messaging.delete-token()"),
    verb(
      "send", [id, data], "Sends the app a message.", "messaging.send(\"m1\", {kind: \"news\"})"),
    verb(
      "background", [], "Puts the app into the background, where messages are not told it.",
      "messaging.background()"),
    verb("foreground", [], "Brings the app to the foreground.", "messaging.foreground()"),
    verb(
      "offline", [], "Parts the app from the server, which keeps messages meanwhile.",
      "messaging.offline()"),
    verb(
      "online", [], "Brings them together; what waited is sent.", "messaging.online()"),
    words.latency(of: ["token", "message"], example: "message: 50ms"),
    VerbSignature(
      "messaging.delegate", product: "messaging", layers: ScenarioLayer.allCases,
      parameters: [
        ParameterSignature("whose", .symbol(["app", "none"]), summary: "the delegate from now on")
      ],
      summary: "Has the app set a delegate of its own, or clear whichever there is.",
      example: "messaging.delegate(app)"),
    words.script(for: "the app"),
  ]

  static let probes: [ProbeSignature] = [
    ProbeSignature(
      "messaging.listeners", product: "messaging",
      summary: "The number of registrations that were added and not removed.",
      example: "expect messaging.listeners == 0"),
    ProbeSignature(
      "messaging.delegate", product: "messaging", result: .symbol([]),
      summary: "Whose the delegate is: the app's, a stream's or none.",
      example: "expect messaging.delegate == none"),
    ProbeSignature(
      "messaging.app-heard", product: "messaging", result: .data,
      summary: "What the app's own delegate was told, in order.",
      example: "expect messaging.app-heard == [\"t1\", null, \"m1\"]"),
  ]

  static let message = ConstructorSignature(
    "message",
    parameters: [
      ParameterSignature("id", .pattern, summary: "the message's number"),
      ParameterSignature(
        "data", .pattern, .optional, summary: "what the sender put into it: texts by name"),
    ],
    summary: "A message.", example: "message(\"m1\", {kind: \"news\"})")

  private static let id = ParameterSignature("id", .string, summary: "the message's number")
  private static let data = ParameterSignature(
    "data", .object, .optional, summary: "what is in it: texts by name")

  private static func verb(
    _ name: String, _ parameters: [ParameterSignature], _ summary: String, _ example: String
  ) -> VerbSignature {
    words.verb(name, parameters, summary, example)
  }
}
