import FakeMessaging
public import SluiceProducts
import SluiceSpies
import Synchronization

/// The Messaging of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
public final class MessagingBackend: ScriptedBackend {
  private let choice: BackendChoice<MessagingScript, MessagingApp>
  /// The source holds its delegate weakly.
  private let ownDelegate = AppDelegate()

  init(in setting: FixtureSetting) {
    choice = BackendChoice(
      of: "messaging", in: setting.layer,
      script: { MessagingScript(in: setting.simulation, spy: setting.spy) },
      emulator: { MessagingApp(in: setting) })
  }

  /// The messaging that streams are read from.
  var messaging: Messaging {
    switch choice.backend {
    case .script(let script): script.messaging
    case .emulator(let app): app.messaging
    }
  }

  /// The emulator with its app.
  var app: MessagingApp {
    get throws(FixtureError) { try choice.emulator }
  }

  /// What the app's own delegate was told, in order.
  var heard: [Value] { ownDelegate.heard }

  /// Whose the delegate is.
  var delegate: Value {
    guard let delegate = messaging.delegate else { return .symbol("none") }
    return .symbol(delegate === ownDelegate ? "app" : "stream")
  }

  func setDelegate(_ choice: DelegateChoice) {
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

/// An emulator with its app's messaging.
final class MessagingApp: Sendable {
  let emulator: MessagingEmulator
  let messaging: Messaging

  init(in setting: FixtureSetting) {
    emulator = MessagingEmulator(in: setting.simulation)
    messaging = emulator.makeMessaging(spy: setting.spy)
  }
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
