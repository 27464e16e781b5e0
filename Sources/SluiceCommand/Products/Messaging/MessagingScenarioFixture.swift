import FakeMessaging
import SluiceConformance
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import Synchronization

/// The Messaging of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
final class MessagingScenarioFixture: ProductFixture {
  private let choice: BackendChoice<MessagingScript, EmulatedMessaging>
  private let app = MessagingApp()

  init(in setting: FixtureSetting) {
    choice = BackendChoice(
      of: "messaging", in: setting.layer,
      script: { MessagingScript(in: setting.simulation, spy: setting.spy) },
      emulator: { EmulatedMessaging(in: setting) })
  }

  /// The messaging that streams are read from.
  var messaging: Messaging {
    switch choice.backend {
    case .script(let script): script.messaging
    case .emulator(let emulated): emulated.messaging
    }
  }

  func perform(_ invocation: Invocation) throws(FixtureError) {
    if invocation.name == "messaging.delegate" {
      messaging.delegate = invocation["whose"] == .symbol("app") ? app : nil
      return
    }
    try choice.perform(
      invocation, script: { script, call in try script.perform(call) },
      emulator: { emulated, invocation in try emulated.perform(invocation) })
  }

  func probe(_ invocation: Invocation) throws(FixtureError) -> Value {
    switch invocation.name {
    case "messaging.delegate":
      guard let delegate = messaging.delegate else { return .symbol("none") }
      return .symbol(delegate === app ? "app" : "stream")
    case "messaging.app-heard": return .array(app.heard)
    default: return .integer(Int64(messaging.listenerCount))
    }
  }
}

/// The app's own delegate, which is no stream's registration.
private final class MessagingApp: UncountedMessagingDelegate {
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

extension MessagingScript {
  /// Does what a script verb says.
  fileprivate func perform(_ call: ScriptedCall) throws {
    switch call {
    case .send(let value, let delivery):
      if let token = value.letters {
        send(token: token, delivery)
      } else {
        let (id, data) = try MessagingScript.message(value)
        send(message: id, data: data, delivery)
      }
    case .sendMany(let count, let first):
      guard count >= 0 else { throw FixtureError("a number of values is not negative") }
      for number in 0..<count {
        send(token: "\(first + number)")
        send(message: "\(first + number)")
      }
    case .sendNothing(let delivery): send(token: nil, delivery)
    case .fail, .sendBoth: throw FixtureError("Messaging tells of no errors")
    case .finish: throw FixtureError("Messaging knows no end")
    case .refuse: throw FixtureError("Messaging refuses nobody")
    }
  }

  private static func message(
    _ value: Value
  ) throws(FixtureError) -> (id: String, data: [String: String]) {
    guard case .call("message", let arguments) = value, let id = arguments.first?.value.letters
    else { throw FixtureError("\(value) is neither a token's text nor message(…)") }
    return (id, try arguments.dropFirst().first?.value.texts ?? [:])
  }
}

extension Value {
  /// The texts by name of the object that this is; none for anything else.
  var texts: [String: String] {
    get throws(FixtureError) {
      guard case .object(let members) = self else { return [:] }
      var texts: [String: String] = [:]
      for member in members {
        guard case .string(let text) = member.value else {
          throw FixtureError("\(member.name) is \(member.value); a message holds texts")
        }
        texts[member.name] = text
      }
      return texts
    }
  }
}
