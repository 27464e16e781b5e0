import FakeWebSocket
import Foundation
import SluiceProducts
import SluiceSpies

/// What a scenario can make web sockets, their peers and the app do.
enum WebSocketVerbs {
  typealias WebSocketVerb = Verb<WebSocketBackend>

  static let all =
    byPeers.map { verb in verb.standing(in: WebSocketVerb.emulated) } + byApp + circumstances

  /// Whose sockets are meant.
  private static let url = Parameter<URL?>.combining(
    Parameter<String?>.optional(
      label: "url", .string, "whose sockets are meant; all unless said")
  ) { address in
    guard let address else { return nil }
    guard let url = URL(string: address) else {
      throw FixtureError("'\(address)' is no address of a socket")
    }
    return url
  }

  private static let message = Parameter<FakeWebSocketTask.Message>.combining(
    Parameter<Value>("message", .data, "a text, or bytes(\"…\")")
  ) { value in try FakeWebSocketTask.Message(scripted: value) }

  /// What the other sides do; every socket is meant unless an address is given.
  private static let byPeers = [
    WebSocketVerb(
      "peer-send", "Has the peers send a message.", message, url,
      example: "websocket.peer-send(\"hello\")"
    ) { backend, message, url in try backend.emulator.send(message, to: url) },
    WebSocketVerb(
      "peer-send-many", "Has the peers send so many messages, \"1\" and so on.",
      Parameter<Int64>("count", .integer, "how many"), url,
      example: "websocket.peer-send-many(3)"
    ) { backend, count, url in
      guard count >= 0 else { throw FixtureError("a number of messages is not negative") }
      let emulator = try backend.emulator
      for number in 0..<count { emulator.send(.string("\(number + 1)"), to: url) }
    },
    WebSocketVerb(
      "peer-close", "Has the peers close their sockets; a receive fails with not-connected.",
      Parameter<FakeWebSocketTask.CloseCode>(
        "code", .closeCode, default: .normalClosure, "the close code"), url,
      example: "websocket.peer-close(going-away)"
    ) { backend, code, url in try backend.emulator.close(with: code, to: url) },
    WebSocketVerb(
      "peer-drop", "Drops the connections without a word; a receive fails with connection-lost.",
      url, example: "websocket.peer-drop()"
    ) { backend, url in try backend.emulator.drop(to: url) },
    WebSocketVerb(
      "peer-ping", "Has the peers ping, which the app's side answers by itself.", url,
      example: "websocket.peer-ping()"
    ) { backend, url in try backend.emulator.ping(to: url) },
  ]

  /// What the app does besides reading its streams.
  private static let byApp = [
    WebSocketVerb(
      "close",
      "Closes all sockets from the app's side, as their streams provide for it; hold the streams.",
      example: "websocket.close()"
    ) { backend in backend.sockets.close() },
    WebSocketVerb(
      "client-send", "Has the app send a message on every open socket.", message,
      layers: WebSocketVerb.emulated, example: "websocket.client-send(\"hello\")"
    ) { backend, message in
      for task in backend.sockets.tasks where task.isOpen { task.send(message) { _ in } }
    },
    WebSocketVerb(
      "client-ping", "Has the app ping on every open socket.", layers: WebSocketVerb.emulated,
      example: "websocket.client-ping()"
    ) { backend in
      for task in backend.sockets.tasks where task.isOpen { task.sendPing { _ in } }
    },
  ]

  /// What lies between the sides, and what system the app is on.
  private static let circumstances = [
    WebSocketVerb(
      "platform",
      "Says what system the app is on; newer unless said, and only before anything else.",
      Parameter<WebSocketPlatform>(
        "system", .choice,
        "newer: the app's close fails receives that wait; older: it leaves them stuck"),
      example: "websocket.platform(older)"
    ) { backend, platform in try backend.platform.choose(platform) },
    .latency(
      [
        LatencyKind("connect", "from opening to the connection", \.connect),
        LatencyKind("message", "from one side to the other", \.message),
      ], summary: "Says how long ways take; what is not named stays as it is.",
      example: "websocket.latency(message: 50ms)"
    ) { backend, change in change(&(try backend.emulator).latency) },
    .script(for: "sockets", of: "websocket") { backend in try backend.chooseScript() },
  ]
}
