import FakeListener
import FakeWebSocket
public import SluiceProducts
import SluiceSpies
import Synchronization

/// The web sockets of one run, as scenario lines speak to them: a script in the unit layer, else an
/// emulator.
public final class WebSocketBackend: ScriptedBackend {
  let platform: PlatformChoice
  /// Stands before the sockets: they are let go of in this order, which the log tells.
  private let choice: BackendChoice<WebSocketScript, WebSocketEmulator>
  let sockets: AppSockets

  init(in setting: FixtureSetting) {
    let platform = PlatformChoice()
    let choice = BackendChoice(
      of: "websocket", in: setting.layer,
      script: {
        WebSocketScript(in: setting.simulation, spy: setting.spy, platform: platform.take())
      },
      emulator: {
        WebSocketEmulator(in: setting.simulation, spy: setting.spy, platform: platform.take())
      })
    self.platform = platform
    self.choice = choice
    sockets = AppSockets { url in
      switch choice.backend {
      case .script(let script): script.webSocketTask(with: url)
      case .emulator(let emulator): emulator.webSocketTask(with: url)
      }
    }
  }

  /// The number of sockets that are open.
  var openSockets: Int {
    switch choice.backend {
    case .script(let script): script.openSockets
    case .emulator(let emulator): emulator.openSockets
    }
  }

  /// The emulator, whose peers do what they are told.
  var emulator: WebSocketEmulator {
    get throws(FixtureError) { try choice.emulator }
  }

  /// The emulator, whose peers are looked at.
  var peers: WebSocketEmulator {
    get throws(FixtureError) {
      if case .emulator(let emulator) = choice.backend { return emulator }
      throw FixtureError("a script has no peers to look at")
    }
  }

  func chooseScript() throws(FixtureError) {
    try choice.chooseScript()
  }

  /// Has the listeners told what a script verb says.
  public func play(_ call: ScriptedCall) throws {
    let script = try choice.script
    switch call {
    case .send(let value, let delivery):
      script.send(try FakeWebSocketTask.Message(scripted: value), delivery)
    case .sendMany(let count, let first):
      guard count >= 0 else { throw FixtureError("a number of values is not negative") }
      for number in 0..<count { script.send(.string("\(first + number)")) }
    case .fail(let error, let delivery): script.fail(ScriptedError(error), delivery)
    case .finish: throw FixtureError("a socket has no end of its own; say websocket.close()")
    case .sendNothing, .sendBoth:
      throw FixtureError("a receive is answered with a message or with an error")
    case .refuse: throw FixtureError("opening a socket never throws")
    }
  }
}

/// What system the app is on, which a scenario may say until the first socket asks.
final class PlatformChoice: Sendable {
  private struct State {
    var platform = WebSocketPlatform.newer
    var isTaken = false
  }

  private let state = Mutex(State())

  /// The system; from now on it can't be chosen any more.
  func take() -> WebSocketPlatform {
    state.withLock { state in
      state.isTaken = true
      return state.platform
    }
  }

  /// Chooses.
  ///
  /// - Throws: `FixtureError` where there are sockets already.
  func choose(_ platform: WebSocketPlatform) throws(FixtureError) {
    let isEarly = state.withLock { state in
      if !state.isTaken { state.platform = platform }
      return !state.isTaken
    }
    if isEarly { return }
    throw FixtureError("sockets exist already; websocket.platform() comes before anything else")
  }
}
