import FakeWebSocket
import SluiceScenarios

/// What a scenario can make web sockets, their peers and the app do.
enum WebSocketVerbs {
  private static let words = EmulatorWords(product: "websocket")

  private static let layers: [ScenarioLayer] = [.integration, .cancellation]

  static let all: [VerbSignature] = byPeers + byApp + circumstances

  /// What the other sides do; every socket is meant unless an address is given.
  private static let byPeers: [VerbSignature] = [
    verb(
      "peer-send", [message, url], "Has the peers send a message.",
      "websocket.peer-send(\"hello\")"),
    verb(
      "peer-send-many",
      [ParameterSignature("count", .int, summary: "how many"), url],
      "Has the peers send so many messages, \"1\" and so on.", "websocket.peer-send-many(3)"),
    verb(
      "peer-close", [code, url],
      "Has the peers close their sockets; a receive fails with not-connected.",
      "websocket.peer-close(going-away)"),
    verb(
      "peer-drop", [url],
      "Drops the connections without a word; a receive fails with connection-lost.",
      "websocket.peer-drop()"),
    verb(
      "peer-ping", [url], "Has the peers ping, which the app's side answers by itself.",
      "websocket.peer-ping()"),
  ]

  /// What the app does besides reading its streams.
  private static let byApp: [VerbSignature] = [
    verb(
      "close", [],
      "Closes all sockets from the app's side, as their streams provide for it; hold the streams.",
      "websocket.close()", ScenarioLayer.allCases),
    verb(
      "client-send", [message], "Has the app send a message on every open socket.",
      "websocket.client-send(\"hello\")"),
    verb(
      "client-ping", [], "Has the app ping on every open socket.", "websocket.client-ping()"),
  ]

  /// What lies between the sides, and what system the app is on.
  private static let circumstances: [VerbSignature] = [
    verb(
      "platform",
      [
        ParameterSignature(
          "system", .symbol(WebSocketPlatform.allCases.map { $0.rawValue }),
          summary: "newer: the app's close fails receives that wait; older: it leaves them stuck")
      ],
      "Says what system the app is on; newer unless said, and only before anything else.",
      "websocket.platform(older)", ScenarioLayer.allCases),
    verb(
      "latency",
      [
        ParameterSignature(
          label: "connect", .duration, .optional, summary: "from opening to the connection"),
        ParameterSignature(
          label: "message", .duration, .optional, summary: "from one side to the other"),
      ],
      "Says how long ways take; what is not named stays as it is.",
      "websocket.latency(message: 50ms)"),
    words.script(for: "sockets"),
  ]

  static let probes: [ProbeSignature] = [
    probe(
      "sockets", "The number of sockets that are open now.", "expect websocket.sockets == 0"),
    probe(
      "close-code", "The close code of the socket that was made last; invalid while it is open.",
      "expect websocket.close-code == going-away", .symbol(codes)),
    probe(
      "received", "The messages that the peers have received.",
      "expect websocket.received == [\"hello\"]", .array),
    probe(
      "closes", "The codes of the app's closes that have reached the peers.",
      "expect websocket.closes == [going-away]", .array),
    probe(
      "pongs", "The number of the peers' pings that were answered.",
      "expect websocket.pongs == 1"),
    probe(
      "pings", "The number of the app's pings that the peers have answered.",
      "expect websocket.pings == 1"),
  ]

  private static let codes = FakeWebSocketTask.CloseCode.allCases.map { $0.scenarioName }
  private static let message = ParameterSignature(
    "message", .data, summary: "a text, or bytes(\"…\")")
  private static let url = ParameterSignature(
    label: "url", .string, .optional, summary: "whose sockets are meant; all unless said")
  private static let code = ParameterSignature(
    "code", .symbol(codes), .defaulted(.symbol("normal-closure")), summary: "the close code")

  private static func verb(
    _ name: String, _ parameters: [ParameterSignature], _ summary: String, _ example: String,
    _ layers: [ScenarioLayer] = layers
  ) -> VerbSignature {
    VerbSignature(
      "websocket.\(name)", product: "websocket", layers: layers, parameters: parameters,
      summary: summary, example: example)
  }

  private static func probe(
    _ name: String, _ summary: String, _ example: String, _ result: ValueType = .int
  ) -> ProbeSignature {
    ProbeSignature(
      "websocket.\(name)", product: "websocket", result: result, summary: summary,
      example: example)
  }
}

extension FakeWebSocketTask.CloseCode {
  /// The name that scenarios use, such as `going-away`.
  var scenarioName: String {
    switch self {
    case .invalid: "invalid"
    case .normalClosure: "normal-closure"
    case .goingAway: "going-away"
    case .protocolError: "protocol-error"
    case .unsupportedData: "unsupported-data"
    case .noStatusReceived: "no-status-received"
    case .abnormalClosure: "abnormal-closure"
    case .invalidFramePayloadData: "invalid-frame-payload-data"
    case .policyViolation: "policy-violation"
    case .messageTooBig: "message-too-big"
    case .mandatoryExtensionMissing: "mandatory-extension-missing"
    case .internalServerError: "internal-server-error"
    case .tlsHandshakeFailure: "tls-handshake-failure"
    }
  }
}
