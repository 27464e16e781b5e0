import FakeMessaging
import SluiceRunner
import SluiceSpies

/// An emulator with its app's messaging.
final class EmulatedMessaging: Sendable {
  let messaging: Messaging
  private let emulator: MessagingEmulator

  init(in setting: FixtureSetting) {
    emulator = MessagingEmulator(in: setting.simulation)
    messaging = emulator.makeMessaging(spy: setting.spy)
  }

  /// Does what a verb says.
  func perform(_ invocation: Invocation) throws(FixtureError) {
    switch invocation.name {
    case "messaging.token": emulator.refreshToken(invocation["token"]?.letters ?? "")
    case "messaging.delete-token": messaging.deleteToken { _ in }
    case "messaging.send":
      emulator.send(
        message: invocation["id"]?.letters ?? "",
        data: try invocation["data"]?.texts ?? [:])
    case "messaging.background": emulator.isInForeground = false
    case "messaging.foreground": emulator.isInForeground = true
    case "messaging.offline": emulator.isReachable = false
    case "messaging.online": emulator.isReachable = true
    case "messaging.latency": setLatency(invocation)
    default: throw FixtureError("Messaging knows no '\(invocation.name)'")
    }
  }

  private func setLatency(_ invocation: Invocation) {
    func duration(_ kind: String, _ present: Duration) -> Duration {
      invocation[kind]?.nanoseconds.map { .nanoseconds($0) } ?? present
    }
    let present = emulator.latency
    emulator.latency = MessagingLatency(
      token: duration("token", present.token), message: duration("message", present.message))
  }
}
