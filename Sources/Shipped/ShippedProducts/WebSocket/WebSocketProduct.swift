import FakeWebSocket
import Foundation
import SluiceConformance
public import SluiceProducts
import SluiceSpies

/// Web sockets: their messages, by script and by emulator, on newer and on older systems.
public enum WebSocketProduct {
  /// The product, without implementations.
  public static let product = Product(
    "websocket", module: "FakeWebSocket",
    summary: "Web sockets: their messages, by script and by emulator.",
    backend: WebSocketBackend.init(in:),
    verbs: ScriptVerbs.verbs() + WebSocketVerbs.all,
    probes: probes,
    streams: messages,
    constructors: SharedValues.bytes,
    errors: [
      "connection-lost": "the connection ended without a close",
      "not-connected": "the other side has closed the connection",
    ])

  /// The messages of a new socket, which is one registration and can be opened once only; its end
  /// is an error.
  public static let messages = StreamDeclaration<WebSocketBackend, AppSocket>(
    "websocket.messages", "The messages of a new web socket.",
    Parameter<String>("url", .string, default: "ws://feed.test/v1", "where to connect to"),
    example: "S = websocket.messages(\"ws://feed.test/v1\")",
    traits: { traits in
      traits.source = .socket
      traits.iterators = .single
    }, lacking: [.finish],
    source: { backend, address in
      guard let url = URL(string: address), url.isOfWebSocket else {
        throw FixtureError(
          "websocket.messages needs the address to connect to, which begins with ws:// or wss://, "
            + "and not '\(address)'")
      }
      return backend.sockets.makeSocket(to: url)
    })

  private static let probes: [Probe<WebSocketBackend>] = [
    Probe(
      counting: "sockets", "The number of sockets that are open now.",
      example: "expect websocket.sockets == 0"
    ) { backend in backend.openSockets },
    Probe(
      "close-code", "The close code of the socket that was made last; invalid while it is open.",
      result: .closeCode, example: "expect websocket.close-code == going-away"
    ) { backend in
      .symbol((backend.sockets.tasks.last?.closeCode ?? .invalid).scenarioName)
    },
    Probe(
      "received", "The messages that the peers have received.", result: .array,
      example: "expect websocket.received == [\"hello\"]"
    ) { backend in
      .array(try backend.peers.received.map { message in message.projected })
    },
    Probe(
      "closes", "The codes of the app's closes that have reached the peers.", result: .array,
      example: "expect websocket.closes == [going-away]"
    ) { backend in
      .array(try backend.peers.closes.map { code in .symbol(code.scenarioName) })
    },
    Probe(
      counting: "pongs", "The number of the peers' pings that were answered.",
      example: "expect websocket.pongs == 1"
    ) { backend in try backend.peers.pongs },
    Probe(
      counting: "pings", "The number of the app's pings that the peers have answered.",
      example: "expect websocket.pings == 1"
    ) { backend in try backend.peers.pings },
  ]
}

extension FakeWebSocketTask.Message {
  /// The message that a scenario writes: a text, a whole number as its digits, or bytes in base64.
  init(scripted value: Value) throws {
    switch value {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .string("\(number)")
    default:
      guard let data = try SharedValues.bytes(value) else {
        throw FixtureError("\(value) is no message; say a text or bytes(\"…\")")
      }
      self = .data(data)
    }
  }
}

extension ArgumentKind where Argument == FakeWebSocketTask.CloseCode {
  /// The name of a close code, such as `going-away`.
  static var closeCode: ArgumentKind { .choice { code in code.scenarioName } }
}

extension FakeWebSocketTask.CloseCode {
  /// The name that scenarios use, such as `going-away`.
  fileprivate var scenarioName: String {
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
