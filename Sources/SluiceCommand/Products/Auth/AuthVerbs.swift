import SluiceScenarios

/// What a scenario can make Authentication do.
enum AuthVerbs {
  private static let words = EmulatorWords(product: "auth")

  static let all: [VerbSignature] = atServer + byApps + circumstances

  /// What happens at the server; an app learns of it when it asks for a token.
  private static let atServer: [VerbSignature] = [
    verb(
      "account", [uid, email, password], "Makes an account at the server.",
      "auth.account(\"ada\", \"ada@example.test\", \"secret\")"),
    verb(
      "disable", [uid], "Refuses sign-ins and new tokens to an account.", "auth.disable(\"ada\")"),
    verb("enable", [uid], "Takes that back.", "auth.enable(\"ada\")"),
    verb(
      "revoke", [uid], "Refuses new tokens to whoever is signed in to an account now.",
      "auth.revoke(\"ada\")"),
    verb("delete-account", [uid], "Deletes an account.", "auth.delete-account(\"ada\")"),
  ]

  /// What an app does.
  private static let byApps: [VerbSignature] = [
    verb(
      "launch",
      [
        ParameterSignature(
          label: "keeping", .string, .required,
          summary: "the account that was signed in at an earlier launch")
      ],
      "Starts the app whose streams are under test; else it starts when it is first needed.",
      "auth.launch(keeping: \"ada\")"),
    verb(
      "sign-in", [email, password, app], "Has an app sign a user in.",
      "auth.sign-in(\"ada@example.test\", \"secret\")"),
    verb(
      "sign-in-anonymously", [app], "Has an app sign in a user without a name.",
      "auth.sign-in-anonymously()"),
    verb(
      "create-user", [email, password, app],
      "Has an app make an account, of the name user-1 and so on, and sign in.",
      "auth.create-user(\"bob@example.test\", \"secret\")"),
    verb("sign-out", [app], "Has an app sign the user out, at once.", "auth.sign-out()"),
    verb(
      "get-token",
      [
        ParameterSignature(
          label: "refresh", .bool, .defaulted(.bool(false)),
          summary: "whether the token is renewed in any case"),
        app,
      ],
      "Has an app ask for the token, which is renewed in its last five minutes.",
      "auth.get-token(refresh: true)"),
    verb(
      "delete-user", [app], "Has an app delete the account of its user.", "auth.delete-user()"),
  ]

  /// What stands between apps and server, and how listeners are treated.
  private static let circumstances: [VerbSignature] = [
    verb("offline", [app], "Takes the network from an app.", "auth.offline()"),
    verb("online", [app], "Gives an app the network back.", "auth.online()"),
    verb(
      "latency",
      [
        duration("sign-in", "a sign-in and its like"), duration("token", "a new token"),
        duration("load", "loading a user who was kept"),
      ],
      "Says how long operations take; what is not named stays as it is.",
      "auth.latency(sign-in: 50ms)"),
    words.script(),
    VerbSignature(
      "auth.behave", product: "auth", parameters: BehaviorChoice.parameters,
      summary: "Chooses how listeners are treated; only before the app is needed.",
      example: "auth.behave(removed: kept)"),
  ]

  static let probes: [ProbeSignature] = [
    ProbeSignature(
      "auth.listeners", product: "auth",
      summary: "The number of listeners that are registered now.",
      example: "expect auth.listeners == 0"),
    ProbeSignature(
      "auth.current-user", product: "auth", result: .pattern,
      summary: "Who is signed in; null for nobody.",
      example: "expect auth.current-user == user(\"ada\", email: _)"),
    ProbeSignature(
      "auth.result", product: "auth", result: .pattern,
      summary: "How the app's last operation ended: ok, an error's name, or null for none yet.",
      example: "expect auth.result == wrong-password"),
    ProbeSignature(
      "auth.token", product: "auth", result: .pattern,
      summary: "The token that the app was given last: the account and a number from 1, or null.",
      example: "expect auth.token == \"ada.1\""),
  ]

  private static let uid = ParameterSignature("uid", .string, summary: "the account's name")
  private static let email = ParameterSignature(
    "email", .string, summary: "the account's address")
  private static let password = ParameterSignature(
    "password", .string, summary: "the account's password")
  private static let app = ParameterSignature(
    label: "by", .symbol(["first", "second"]), .defaulted(.symbol("first")),
    summary: "the app that does it; streams are the first one's")

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
