import FakeCore
import FakeMessaging
public import SluiceProducts
import SluiceSpies
import Synchronization

/// The Messaging of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
public final class MessagingBackend: ScriptedBackend {
  private let choice: BackendChoice<MessagingScript, MessagingServer>
  private let instances: RunInstances<Messaging>
  /// The source holds its delegate weakly.
  private let ownDelegate = AppDelegate()

  init(in setting: FixtureSetting) {
    let choice = BackendChoice(
      of: "messaging", in: setting.layer,
      script: { MessagingScript(in: setting.simulation, spy: setting.spy) },
      emulator: { MessagingServer(in: setting) })
    self.choice = choice
    instances = RunApp.of(setting).instances(
      // Lazy, so that a scenario in which nobody uses it has nothing of it.
      from: Messaging.library(.lazy) { [choice = WeakChoice(choice)] _ in
        choice.instance({ $0.messaging }, { $0.makeMessaging() })
      }, Messaging.messaging(app:))
  }

  /// The messaging that streams are read from.
  var messaging: Messaging {
    get throws(FixtureError) { try instances.first }
  }

  /// The emulator, which reaches the app.
  var emulator: MessagingEmulator {
    get throws(FixtureError) {
      let server = try choice.emulator
      instances.prepare()
      return server.emulator
    }
  }

  /// What the app's own delegate was told, in order.
  var heard: [Value] { ownDelegate.heard }

  /// Whose the delegate is.
  var delegate: Value {
    get throws(FixtureError) { Self.name(try messaging.delegate, own: ownDelegate) }
  }

  private static func name(_ delegate: (any MessagingDelegate)?, own: AppDelegate) -> Value {
    guard let delegate else { return .symbol("none") }
    return .symbol(delegate === own ? "app" : "stream")
  }

  func setDelegate(_ choice: DelegateChoice) throws(FixtureError) {
    let messaging = try messaging
    switch choice {
    case .app: messaging.delegate = ownDelegate
    case .nobody: messaging.delegate = nil
    }
  }

  func chooseScript() throws(FixtureError) {
    try choice.chooseScript()
  }

  /// Has the listeners told what a script verb says.
  public func play(_ call: ScriptedCall) throws {
    let script = try choice.script
    switch call {
    case .send(.string(let token), let delivery): script.send(token: token, delivery)
    case .send(let value, let delivery):
      guard let message = try MessagingProduct.message(value) else {
        throw FixtureError("\(value) is neither a token's text nor message(…)")
      }
      script.send(message: message.id, data: message.data, delivery)
    case .sendMany(let count, let first):
      for number in 0..<count {
        script.send(token: "\(first + number)")
        script.send(message: "\(first + number)")
      }
    case .sendNothing(let delivery): script.send(token: nil, delivery)
    case .fail, .sendBoth: throw FixtureError("Messaging tells of no errors")
    case .finish: throw FixtureError("Messaging knows no end")
    case .refuse: throw FixtureError("Messaging refuses nobody")
    }
  }
}

/// An emulator, and what records what its app does.
private final class MessagingServer: Sendable {
  let emulator: MessagingEmulator
  private let spy: Spy

  init(in setting: FixtureSetting) {
    emulator = MessagingEmulator(in: setting.simulation)
    spy = setting.spy
  }

  /// The messaging of an app that asks for it.
  func makeMessaging() -> Messaging { emulator.makeMessaging(spy: spy) }
}

/// The app's own delegate, which is no stream's registration.
private final class AppDelegate: UncountedMessagingDelegate {
  private let told = Mutex<[Value]>([])

  /// What it was told, in order.
  var heard: [Value] { told.withLock { $0 } }

  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
    told.withLock { $0.append(fcmToken.map { .string($0) } ?? .null) }
  }

  func messaging(_ messaging: Messaging, didReceive remoteMessage: MessagingRemoteMessage) {
    told.withLock { $0.append(.string(remoteMessage.messageID)) }
  }
}
