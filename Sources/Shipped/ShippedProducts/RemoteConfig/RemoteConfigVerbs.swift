import FakeRemoteConfig
import SluiceProducts
import SluiceSpies

/// What a scenario can make Remote Config do.
enum RemoteConfigVerbs {
  typealias RemoteConfigVerb = Verb<RemoteConfigBackend>

  static let all =
    (atServer + byApp + circumstances).map { verb in
      verb.standing(in: RemoteConfigVerb.emulated)
    } + [behave]

  /// What a template says of some keys: a text, or that there is none any more.
  private static let changes = Parameter<[String: String?]>.combining(
    Parameter<[Value.Member]>("parameters", .members, "texts by key; null takes a key away")
  ) { members in
    var changes: [String: String?] = [:]
    for member in members {
      switch member.value {
      case .string(let text): changes[member.name] = .some(text)
      case .null: changes[member.name] = .some(nil)
      default: throw FixtureError("\(member.value) is neither a text nor null")
      }
    }
    return changes
  }

  /// What happens at the server.
  private static let atServer = [
    RemoteConfigVerb(
      "publish", "Publishes a template: some keys get other texts, null has none.", changes,
      example: "remoteconfig.publish({color: \"red\", size: null})"
    ) { backend, changes in try backend.server.emulator.publish(changes) },
    RemoteConfigVerb(
      "serve", "Says which template the server hands out.",
      Parameter<ServedTemplate>(
        "template", .choice, "the newest one, or the one that is the newest now"),
      example: "remoteconfig.serve(stale)"
    ) { backend, template in try backend.server.emulator.setStale(template == .stale) },
    RemoteConfigVerb(
      "send-invalid", "Has the server say something that no app can read.",
      example: "remoteconfig.send-invalid()"
    ) { backend in try backend.server.emulator.sendInvalidMessage() },
    RemoteConfigVerb(
      "available", "Has the server announce what is published again.",
      example: "remoteconfig.available()"
    ) { backend in try backend.server.emulator.setAvailable(true) },
    RemoteConfigVerb(
      "unavailable", "Has the server announce nothing more, and say so to who is connected.",
      example: "remoteconfig.unavailable()"
    ) { backend in try backend.server.emulator.setAvailable(false) },
  ]

  /// What the app does.
  private static let byApp = [
    RemoteConfigVerb(
      "fetch", "Has the app fetch the newest template.",
      Parameter<Duration>(
        label: "age", .duration, default: .zero,
        "how old a template may be that was fetched before"),
      example: "remoteconfig.fetch()"
    ) { backend, age in try backend.app.fetch(olderThan: age) },
    RemoteConfigVerb(
      "activate", "Has the app make the template active that it fetched last.",
      example: "remoteconfig.activate()"
    ) { backend in try backend.app.activate() },
    RemoteConfigVerb(
      "fetch-and-activate",
      "Has the app fetch, unless it has in the last twelve hours, and then activate.",
      example: "remoteconfig.fetch-and-activate()"
    ) { backend in try backend.app.fetchAndActivate() },
    RemoteConfigVerb(
      "background", "Puts the app into the background, which closes its connection.",
      example: "remoteconfig.background()"
    ) { backend in try backend.app.setInForeground(false) },
    RemoteConfigVerb(
      "foreground", "Puts the app into the foreground, which tries anew to connect.",
      example: "remoteconfig.foreground()"
    ) { backend in try backend.app.setInForeground(true) },
  ]

  /// What stands between app and server.
  private static let circumstances = [
    RemoteConfigVerb(
      "offline", "Takes the network from the app.", example: "remoteconfig.offline()"
    ) { backend in try backend.app.setOnline(false) },
    RemoteConfigVerb(
      "online", "Gives it back; the app notices at the end of its pause.",
      example: "remoteconfig.online()"
    ) { backend in try backend.app.setOnline(true) },
    .latency(
      [
        kind("connect", "connecting", \.connect),
        kind("message", "what the server says", \.message), kind("fetch", "fetching", \.fetch),
      ], example: "remoteconfig.latency(fetch: 50ms)"
    ) { backend, change in change(&(try backend.server.emulator).latency) },
    .script(of: "remoteconfig") { backend in try backend.chooseScript() },
  ]

  private static let behave = RemoteConfigVerb(
    "behave", "Chooses how listeners are treated; only before anything else.",
    Parameter<RemoteConfigBehavior>.combining(
      Parameter<RegistrationBehavior>.registrations,
      Parameter<ListenerOrder>(
        label: "order", .choice, default: .added,
        "the order in which the emulator tells listeners, which nobody promises")
    ) { registrations, order in
      var behavior = RemoteConfigBehavior()
      behavior.registrations = registrations
      behavior.tellsInReverseOrder = order == .reversed
      return behavior
    }, example: "remoteconfig.behave(order: reversed)"
  ) { backend, behavior in try backend.choose(behavior) }
  .needingWhatRegistrationsDo

  private static func kind(
    _ label: String, _ what: String,
    _ path: any WritableKeyPath<RemoteConfigLatency, Duration> & Sendable
  ) -> LatencyKind<RemoteConfigLatency> {
    LatencyKind(label, "how long \(what) takes from now on", path)
  }
}

/// The template that the server hands out: always the newest, or from now on the present one.
private enum ServedTemplate: String, CaseIterable {
  case newest
  case stale
}

/// The order in which listeners are told.
private enum ListenerOrder: String, CaseIterable {
  case added
  case reversed
}
