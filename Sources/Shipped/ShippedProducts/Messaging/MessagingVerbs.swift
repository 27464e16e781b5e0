import FakeMessaging
import SluiceProducts
import SluiceSpies

/// What a scenario can make Messaging do.
enum MessagingVerbs {
  typealias MessagingVerb = Verb<MessagingBackend>

  static let all =
    (atServer + circumstances).map { verb in verb.standing(in: MessagingVerb.emulated) } + [
      delegate,
      .script(for: "the app", of: "messaging") { backend in try backend.chooseScript() },
    ]

  private static let data = Parameter<[String: String]>.combining(
    Parameter<[Value.Member]?>.optional("data", .members, "what is in it: texts by name")
  ) { members in try MessagingProduct.texts(members ?? []) }

  /// What happens to the app's token, and what is sent to the app.
  private static let atServer = [
    MessagingVerb(
      "token",
      "Gives the app another registration token; the one that it has changes nothing.",
      Parameter<String>("token", .string, "the token"), example: "messaging.token(\"t1\")"
    ) { backend, token in try backend.emulator.refreshToken(token) },
    MessagingVerb(
      "delete-token", "Has the app delete its registration token.",
      example: "messaging.delete-token()"
    ) { backend in try backend.messaging.deleteToken { _ in } },
    MessagingVerb(
      "send", "Sends the app a message.",
      Parameter<String>("id", .string, "the message's number"), data,
      example: "messaging.send(\"m1\", {kind: \"news\"})"
    ) { backend, id, data in try backend.emulator.send(message: id, data: data) },
  ]

  /// Where the app is, and what stands between it and the server.
  private static let circumstances = [
    MessagingVerb(
      "background", "Puts the app into the background, where messages are not told it.",
      example: "messaging.background()"
    ) { backend in try backend.emulator.isInForeground = false },
    MessagingVerb(
      "foreground", "Brings the app to the foreground.", example: "messaging.foreground()"
    ) { backend in try backend.emulator.isInForeground = true },
    MessagingVerb(
      "offline", "Parts the app from the server, which keeps messages meanwhile.",
      example: "messaging.offline()"
    ) { backend in try backend.emulator.isReachable = false },
    MessagingVerb(
      "online", "Brings them together; what waited is sent.", example: "messaging.online()"
    ) { backend in try backend.emulator.isReachable = true },
    .latency(
      [
        LatencyKind<MessagingLatency>("token", \.token), LatencyKind("message", \.message),
      ], example: "messaging.latency(message: 50ms)"
    ) { backend, change in change(&(try backend.emulator).latency) },
  ]

  private static let delegate = MessagingVerb(
    "delegate", "Has the app set a delegate of its own, or clear whichever there is.",
    Parameter<DelegateChoice>("whose", .choice, "the delegate from now on"),
    example: "messaging.delegate(app)"
  ) { backend, choice in try backend.setDelegate(choice) }
}

/// Whose the delegate is after the app has chosen.
enum DelegateChoice: String, CaseIterable {
  case app
  case nobody = "none"
}
