import SluiceConformance
import SluiceRunner
import SluiceScenarios

/// Web sockets: their messages, by script and by emulator, on newer and on older systems.
struct WebSocketProduct: Product {
  let name = "websocket"
  let module: String? = "FakeWebSocket"
  let subjects = WebSocketSubjects.all

  func register(in registry: inout Registry) {
    registry.add(
      ProductSignature(
        name, reaches: ["listener"],
        summary: "Web sockets: their messages, by script and by emulator."))
    for verb in WebSocketVerbs.all { registry.add(verb) }
    registry.add(Self.messages)
    for probe in WebSocketVerbs.probes { registry.add(probe) }
    registry.add(
      error: WordSignature("connection-lost", summary: "the connection ended without a close"))
    registry.add(
      error: WordSignature("not-connected", summary: "the other side has closed the connection"))
  }

  func makeFixture(in setting: FixtureSetting) -> any ProductFixture {
    WebSocketScenarioFixture(in: setting)
  }

  private static let messages = StreamSignature(
    "websocket.messages", product: "websocket", suite: "websocket.messages",
    parameters: [
      ParameterSignature(
        "url", .string, .defaulted(.string("ws://feed.test/v1")), summary: "where to connect to")
    ],
    summary: "The messages of a new web socket.",
    example: "S = websocket.messages(\"ws://feed.test/v1\")")
}
