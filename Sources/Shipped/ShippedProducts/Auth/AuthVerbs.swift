import FakeAuth
import SluiceProducts
import SluiceSpies

/// What a scenario can make Authentication do.
enum AuthVerbs {
  typealias AuthVerb = Verb<AuthBackend>

  static let all =
    (atServer + byApps + circumstances).map { verb in verb.standing(in: AuthVerb.emulated) }
    + [behave]

  private static let uid = Parameter<String>("uid", .string, "the account's name")
  private static let email = Parameter<String>("email", .string, "the account's address")
  private static let password = Parameter<String>("password", .string, "the account's password")
  private static let app = Parameter.client("the app that does it; streams are the first one's")

  /// What happens at the server; an app learns of it when it asks for a token.
  private static let atServer = [
    AuthVerb(
      "account", "Makes an account at the server.", uid, email, password,
      example: "auth.account(\"ada\", \"ada@example.test\", \"secret\")"
    ) { backend, uid, email, password in
      try backend.apps.emulator.addAccount(uid, email: email, password: password)
    },
    AuthVerb(
      "disable", "Refuses sign-ins and new tokens to an account.", uid,
      example: "auth.disable(\"ada\")"
    ) { backend, uid in try backend.apps.emulator.setDisabled(true, uid) },
    AuthVerb(
      "enable", "Takes that back.", uid, example: "auth.enable(\"ada\")"
    ) { backend, uid in try backend.apps.emulator.setDisabled(false, uid) },
    AuthVerb(
      "revoke", "Refuses new tokens to whoever is signed in to an account now.", uid,
      example: "auth.revoke(\"ada\")"
    ) { backend, uid in try backend.apps.emulator.revoke(uid) },
    AuthVerb(
      "delete-account", "Deletes an account.", uid, example: "auth.delete-account(\"ada\")"
    ) { backend, uid in try backend.apps.emulator.delete(uid) },
  ]

  /// What an app does.
  private static let byApps = [
    AuthVerb(
      "launch",
      "Starts the app whose streams are under test; else it starts when it is first needed.",
      Parameter<String>(
        label: "keeping", .string, "the account that was signed in at an earlier launch"),
      example: "auth.launch(keeping: \"ada\")"
    ) { backend, uid in try backend.launch(keeping: uid) },
    AuthVerb(
      "sign-in", "Has an app sign a user in.", email, password, app,
      example: "auth.sign-in(\"ada@example.test\", \"secret\")"
    ) { backend, email, password, app in
      let apps = try backend.apps
      try backend[app].signIn(withEmail: email, password: password) { _, error in apps.note(error) }
    },
    AuthVerb(
      "sign-in-anonymously", "Has an app sign in a user without a name.", app,
      example: "auth.sign-in-anonymously()"
    ) { backend, app in
      let apps = try backend.apps
      try backend[app].signInAnonymously { _, error in apps.note(error) }
    },
    AuthVerb(
      "create-user", "Has an app make an account, of the name user-1 and so on, and sign in.",
      email, password, app, example: "auth.create-user(\"bob@example.test\", \"secret\")"
    ) { backend, email, password, app in
      let apps = try backend.apps
      try backend[app].createUser(withEmail: email, password: password) { _, error in
        apps.note(error)
      }
    },
    AuthVerb(
      "sign-out", "Has an app sign the user out, at once.", app, example: "auth.sign-out()"
    ) { backend, app in try backend[app].signOut() },
    AuthVerb(
      "get-token", "Has an app ask for the token, which is renewed in its last five minutes.",
      Parameter<Bool>(
        label: "refresh", .bool, default: false, "whether the token is renewed in any case"),
      app, example: "auth.get-token(refresh: true)"
    ) { backend, isForced, app in try backend.getToken(app, isForced: isForced) },
    AuthVerb(
      "delete-user", "Has an app delete the account of its user.", app,
      example: "auth.delete-user()"
    ) { backend, app in
      let apps = try backend.apps
      try backend.user(of: app).delete { error in apps.note(error) }
    },
  ]

  /// What stands between apps and server.
  private static let circumstances = [
    AuthVerb(
      "offline", "Takes the network from an app.", app, example: "auth.offline()"
    ) { backend, app in
      let apps = try backend.apps
      try apps.emulator.setOnline(false, of: backend[app])
    },
    AuthVerb(
      "online", "Gives an app the network back.", app, example: "auth.online()"
    ) { backend, app in
      let apps = try backend.apps
      try apps.emulator.setOnline(true, of: backend[app])
    },
    .latency(
      [
        kind("sign-in", "a sign-in and its like", \.signIn), kind("token", "a new token", \.token),
        kind("load", "loading a user who was kept", \.load),
      ], example: "auth.latency(sign-in: 50ms)"
    ) { backend, change in change(&(try backend.apps.emulator).latency) },
    .script(of: "auth") { backend in try backend.chooseScript() },
  ]

  private static let behave = AuthVerb(
    "behave", "Chooses how listeners are treated; only before the app is needed.",
    .registrations, example: "auth.behave(removed: kept)"
  ) { backend, behavior in try backend.behavior.choose(behavior) }
  .needingWhatRegistrationsDo

  private static func kind(
    _ label: String, _ what: String,
    _ path: any WritableKeyPath<AuthLatency, Duration> & Sendable
  ) -> LatencyKind<AuthLatency> {
    LatencyKind(label, "how long \(what) takes from now on", path)
  }
}
