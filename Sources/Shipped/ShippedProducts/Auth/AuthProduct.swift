public import FakeAuth
import SluiceConformance
public import SluiceProducts
public import SluiceSpies

/// Authentication: who is signed in and with which token, by script and by emulator.
public enum AuthProduct {
  /// The product, without implementations.
  public static let product = Product(
    "auth", module: "FakeAuth",
    summary: "Authentication: who is signed in, by script and by emulator.",
    belongsToApp: true,
    backend: AuthBackend.init(in:),
    verbs: ScriptVerbs.verbs() + AuthVerbs.all,
    probes: probes,
    streams: stateChanges, idTokenChanges,
    constructors: user,
    traits: { backend, subject in
      // An emulator tells each listener first who is signed in; a script says nothing by itself.
      subject.traits.with { traits in if !backend.isScripted { traits.initialValue = .present } }
    })

  /// Who is signed in.
  public static let stateChanges = StreamDeclaration<AuthBackend, Auth>(
    "auth.state-changes",
    "Who is signed in: the present user, then each change; null is nobody.",
    example: "S = auth.state-changes()", traits: source, lacking: absent,
    options: { .symbol("users") },
    source: { backend in try backend.auth })

  /// Who is signed in, told at each change of the token.
  public static let idTokenChanges = StreamDeclaration<AuthBackend, Auth>(
    "auth.id-token-changes",
    "Who is signed in: the present user, then whoever is at each change of the token.",
    example: "S = auth.id-token-changes()", traits: source, lacking: absent,
    options: { .symbol("tokens") },
    source: { backend in try backend.auth })

  private static let absent: Set<SourceAbility> = [.fail, .finish]

  private static func source(_ traits: inout Traits) {
    traits.canFail = false
  }

  private static let probes: [Probe<AuthBackend>] = [
    Probe(
      counting: "listeners", "The number of listeners that are registered now.",
      example: "expect auth.listeners == 0"
    ) { backend in try backend.auth.listenerCount },
    Probe(
      "current-user", "Who is signed in; null for nobody.", result: .pattern,
      example: "expect auth.current-user == user(\"ada\", email: \"ada@example.test\")"
    ) { backend in try backend.auth.currentUser.map(\.projected) ?? .null },
    Probe(
      "result", "How the app's last operation ended: ok, an error's name, or null for none yet.",
      result: .pattern, example: "expect auth.result == wrong-password"
    ) { backend in try backend.apps.result },
    Probe(
      "token",
      "The token that the app was given last: the account and a number from 1, or null.",
      result: .pattern, example: "expect auth.token == \"ada.1\""
    ) { backend in try backend.apps.token },
  ]

  /// An element as scenarios write it; null is nobody.
  public static func shown(_ user: User?) -> Value { user?.projected ?? .null }

  /// A user, as streams hand one on and as a script hands one over.
  static let user = Constructor(
    "user", "A user by their identity; the token is no part of it.",
    Parameter<String>("uid", .string, "the name by which the server knows the user"),
    Parameter.optional(label: "email", .string, "the address; without it there is none"),
    Parameter<Bool>(
      label: "anonymous", .bool, default: false, "whether the user has no name"),
    example: "user(\"ada\", email: \"ada@example.test\")"
  ) { uid, email, isAnonymous in
    ScriptedUser(uid: uid, email: email, isAnonymous: isAnonymous)
  }
}

/// A user whom a scenario has a script hand over.
struct ScriptedUser: Sendable {
  let uid: String
  var email: String?
  var isAnonymous = false
}
