import SluiceScenarios

/// The streams of Remote Config, and what their elements and errors look like.
enum RemoteConfigStreams {
  static let updates = "remoteconfig.updates"
  static let configUpdates = "remoteconfig.config-updates"

  static let all: [StreamSignature] = [
    StreamSignature(
      updates, product: "remoteconfig", suite: updates,
      summary: "The updates of the configuration.", example: "S = remoteconfig.updates()"),
    StreamSignature(
      configUpdates, product: "remoteconfig", suite: configUpdates,
      summary: "The updates of the configuration, by the name that was shipped.",
      example: "S = remoteconfig.config-updates()"),
  ]

  /// An update, as streams hand one on and as a script hands one over.
  static let update = ConstructorSignature(
    "update",
    parameters: [
      ParameterSignature(
        "keys", .string, .variadic, summary: "the keys, in the order of their bytes")
    ],
    summary: "An update by the keys whose newest values are not the active ones.",
    example: "update(\"color\", \"size\")")

  /// The errors that no other product has; `unavailable` is the fourth.
  static let errors: [WordSignature] = [
    WordSignature("stream-error", summary: "the server can't be reached, and is not tried again"),
    WordSignature("not-fetched", summary: "what the server announced was not handed out"),
    WordSignature("message-invalid", summary: "what the server said makes no sense"),
  ]
}
