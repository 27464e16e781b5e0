import SluiceScenarios

/// The words by which a scenario speaks to a listener directly, in every product's unit and
/// cancellation layers.
enum ScriptVerbs {
  /// The layers in which a script may speak.
  static let layers: [ScenarioLayer] = [.unit, .cancellation]

  /// How a callback comes, a parameter of every verb that calls back.
  private static let way: [ParameterSignature] = [
    ParameterSignature(
      label: "way", .symbol(["direct", "queued", "late"]), .defaulted(.symbol("direct")),
      summary:
        "at once, as an event of the callback queue that removing mutes, or as one that it does not"
    ),
    ParameterSignature(
      label: "after", .duration, .defaulted(.duration(0)),
      summary: "how long a queued or late callback is on its way"),
  ]

  static let verbs: [VerbSignature] = [
    verb(
      "send", [ParameterSignature("value", .data, summary: "what is handed over")] + way,
      "Hands a value to every listener.", "listener.send(1)"),
    verb(
      "send-many",
      [
        ParameterSignature("count", .int, summary: "how many"),
        ParameterSignature(
          label: "from", .int, .defaulted(.int(1)), summary: "the first of the whole numbers"),
      ],
      "Hands so many values to every listener, one after another.", "listener.send-many(10000)"),
    verb(
      "fail", [ParameterSignature("error", .error, summary: "the error")] + way,
      "Hands an error to every listener.", "listener.fail(permission-denied)"),
    verb("finish", way, "Ends the source for every listener.", "listener.finish()"),
    verb(
      "send-nothing", way, "Calls every listener with neither value nor error.",
      "listener.send-nothing()"),
    verb(
      "send-both",
      [
        ParameterSignature("value", .data, summary: "the value"),
        ParameterSignature("error", .error, summary: "the error"),
      ] + way,
      "Calls every listener with both a value and an error.",
      "listener.send-both(1, unavailable)"),
    verb(
      "refuse",
      [
        ParameterSignature("error", .error, summary: "what add throws"),
        ParameterSignature(
          label: "after-adds", .int, .defaulted(.int(0)),
          summary: "how many adds succeed before it"),
      ],
      "Makes an add throw, the next one unless said otherwise.", "listener.refuse(unavailable)"),
  ]

  private static func verb(
    _ name: String, _ parameters: [ParameterSignature], _ summary: String, _ example: String
  ) -> VerbSignature {
    VerbSignature(
      "listener.\(name)", product: nil, layers: layers, parameters: parameters, summary: summary,
      example: example)
  }
}
