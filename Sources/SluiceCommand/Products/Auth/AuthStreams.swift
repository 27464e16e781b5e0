import SluiceScenarios

/// The streams of Authentication, and what their elements look like.
enum AuthStreams {
  static let state = "auth.state-changes"
  static let token = "auth.id-token-changes"

  static let all: [StreamSignature] = [
    StreamSignature(
      state, product: "auth", suite: state,
      summary: "Who is signed in: the present user, then each change; null is nobody.",
      example: "S = auth.state-changes()"),
    StreamSignature(
      token, product: "auth", suite: token,
      summary: "Who is signed in: the present user, then whoever is at each change of the token.",
      example: "S = auth.id-token-changes()"),
  ]

  /// A user, as streams hand one on and as a script hands one over.
  static let user = ConstructorSignature(
    "user",
    parameters: [
      ParameterSignature("uid", .string, summary: "the name by which the server knows the user"),
      ParameterSignature(label: "email", .string, summary: "the address; without it there is none"),
      ParameterSignature(
        label: "anonymous", .bool, .defaulted(.bool(false)), summary: "whether the user has no name"
      ),
    ],
    summary: "A user by their identity; the token is no part of it.",
    example: "user(\"ada\", email: \"ada@example.test\")")
}
