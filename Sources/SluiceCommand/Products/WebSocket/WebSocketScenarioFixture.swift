import FakeListener
import FakeWebSocket
import FaultyStreams
import Foundation
import SluiceConformance
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import Synchronization

/// The web sockets of one run, as scenario lines speak to them: a script in the unit layer, else an
/// emulator.
final class WebSocketScenarioFixture: ProductFixture {
  /// What system the app is on, until the first socket asks.
  private final class System: Sendable {
    private struct State {
      var platform = WebSocketPlatform.newer
      var isSettled = false
    }

    private let state = Mutex(State())

    /// The system, which stays what it is from now on.
    func settle() -> WebSocketPlatform {
      state.withLock { state in
        state.isSettled = true
        return state.platform
      }
    }

    func choose(_ platform: WebSocketPlatform) throws(FixtureError) {
      let isEarly = state.withLock { state in
        if !state.isSettled { state.platform = platform }
        return !state.isSettled
      }
      if isEarly { return }
      throw FixtureError("sockets exist already; websocket.platform() comes before anything else")
    }
  }

  private typealias Choice = BackendChoice<WebSocketScript, WebSocketEmulator>

  private let system: System
  private let choice: Choice
  private let sockets: SocketFixture

  init(in setting: FixtureSetting) {
    let system = System()
    let choice = Choice(
      of: "websocket", in: setting.layer,
      script: {
        WebSocketScript(in: setting.simulation, spy: setting.spy, platform: system.settle())
      },
      emulator: {
        WebSocketEmulator(in: setting.simulation, spy: setting.spy, platform: system.settle())
      })
    self.system = system
    self.choice = choice
    sockets = SocketFixture { url in
      switch choice.backend {
      case .script(let script): script.webSocketTask(with: url)
      case .emulator(let emulator): emulator.webSocketTask(with: url)
      }
    }
  }

  var source: any Fixture { sockets }

  func perform(_ invocation: Invocation) throws(FixtureError) {
    switch invocation.name {
    case "websocket.platform":
      try system.choose(
        invocation["system"]?.word.flatMap(WebSocketPlatform.init(rawValue:)) ?? .newer)
    case "websocket.close": sockets.close()
    case "websocket.client-send":
      let message = try FakeWebSocketTask.Message(invocation["message"] ?? .null)
      for task in sockets.tasks where task.isOpen { task.send(message) { _ in } }
    case "websocket.client-ping":
      for task in sockets.tasks where task.isOpen { task.sendPing { _ in } }
    default:
      try choice.perform(
        invocation, script: { script, call in try script.perform(call) },
        emulator: { emulator, invocation in try emulator.perform(invocation) })
    }
  }

  func probe(_ invocation: Invocation) throws(FixtureError) -> Value {
    switch (invocation.name, choice.backend) {
    case ("websocket.sockets", .script(let script)): .integer(Int64(script.openSockets))
    case ("websocket.sockets", .emulator(let emulator)): .integer(Int64(emulator.openSockets))
    case ("websocket.close-code", _):
      .symbol((sockets.tasks.last?.closeCode ?? .invalid).scenarioName)
    case ("websocket.received", .emulator(let emulator)):
      .array(emulator.received.map { message in message.projected })
    case ("websocket.closes", .emulator(let emulator)):
      .array(emulator.closes.map { code in .symbol(code.scenarioName) })
    case ("websocket.pongs", .emulator(let emulator)): .integer(Int64(emulator.pongs))
    case ("websocket.pings", .emulator(let emulator)): .integer(Int64(emulator.pings))
    case (_, .script), (_, .emulator): throw FixtureError("a script has no peers to look at")
    }
  }
}

extension WebSocketScript {
  /// Does what a script verb says.
  fileprivate func perform(_ call: ScriptedCall) throws {
    switch call {
    case .send(let value, let delivery): send(try FakeWebSocketTask.Message(value), delivery)
    case .sendMany(let count, let first):
      for number in 0..<max(0, count) { send(.string("\(first + number)")) }
    case .fail(let error, let delivery): fail(ScriptedError(error), delivery)
    case .finish: throw FixtureError("a socket has no end of its own; say websocket.close()")
    case .sendNothing, .sendBoth:
      throw FixtureError("a receive is answered with a message or with an error")
    case .refuse: throw FixtureError("opening a socket never throws")
    }
  }
}

extension WebSocketEmulator {
  /// Does what a verb says.
  fileprivate func perform(_ invocation: Invocation) throws {
    let url = invocation["url"]?.letters.flatMap { URL(string: $0) }
    switch invocation.name {
    case "websocket.peer-send":
      send(try FakeWebSocketTask.Message(invocation["message"] ?? .null), to: url)
    case "websocket.peer-send-many":
      for number in 0..<max(0, invocation["count"]?.wholeNumber ?? 0) {
        send(.string("\(number + 1)"), to: url)
      }
    case "websocket.peer-close":
      let code = FakeWebSocketTask.CloseCode.allCases.first { code in
        code.scenarioName == invocation["code"]?.word
      }
      close(with: code ?? .normalClosure, to: url)
    case "websocket.peer-drop": drop(to: url)
    case "websocket.peer-ping": ping(to: url)
    case "websocket.latency":
      let present = latency
      latency = WebSocketLatency(
        connect: invocation["connect"]?.nanoseconds.map { .nanoseconds($0) } ?? present.connect,
        message: invocation["message"]?.nanoseconds.map { .nanoseconds($0) } ?? present.message)
    default: throw FixtureError("web sockets know no '\(invocation.name)'")
    }
  }
}

extension FakeWebSocketTask.Message {
  /// The message that a scenario writes: a text, a whole number as its digits, or bytes in base64.
  fileprivate init(_ value: Value) throws(FixtureError) {
    switch value {
    case .string(let text): self = .string(text)
    case .integer(let number): self = .string("\(number)")
    case .call("bytes", let arguments):
      guard
        case .string(let text)? = arguments.first?.value, let data = Data(base64Encoded: text)
      else { throw FixtureError("\(value) is not base64") }
      self = .data(data)
    default: throw FixtureError("\(value) is no message; say a text or bytes(\"…\")")
    }
  }
}
