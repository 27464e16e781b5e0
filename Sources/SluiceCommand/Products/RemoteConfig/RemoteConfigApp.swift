import FakeRemoteConfig
import SluiceRunner
import SluiceSimulation
import SluiceSpies
import Synchronization

/// An emulator with the app whose streams are under test.
final class RemoteConfigApp: Sendable {
  private let emulator: RemoteConfigEmulator
  let remoteConfig: RemoteConfig
  private let lastResult = Mutex(Value.null)

  init(in simulation: Simulation, spy: Spy, behavior: RemoteConfigBehavior) {
    emulator = RemoteConfigEmulator(in: simulation)
    remoteConfig = emulator.makeRemoteConfig(spy: spy, behavior: behavior)
  }

  /// How the last fetch or activation ended.
  var result: Value { lastResult.withLock { result in result } }

  /// What the connection is at.
  var connection: Value { .symbol(emulator.connection(of: remoteConfig)) }

  /// Does what a verb says.
  func perform(_ invocation: Invocation) throws {
    switch invocation.name {
    case "remoteconfig.publish": try publish(invocation["parameters"] ?? .null)
    case "remoteconfig.serve": emulator.setStale(invocation["template"]?.word == "stale")
    case "remoteconfig.send-invalid": emulator.sendInvalidMessage()
    case "remoteconfig.available": emulator.setAvailable(true)
    case "remoteconfig.unavailable": emulator.setAvailable(false)
    case "remoteconfig.background": emulator.setInForeground(false, of: remoteConfig)
    case "remoteconfig.foreground": emulator.setInForeground(true, of: remoteConfig)
    case "remoteconfig.offline": emulator.setOnline(false, of: remoteConfig)
    case "remoteconfig.online": emulator.setOnline(true, of: remoteConfig)
    case "remoteconfig.latency": setLatency(invocation)
    case "remoteconfig.fetch": fetch(olderThan: invocation["age"]?.nanoseconds ?? 0)
    case "remoteconfig.activate":
      remoteConfig.activate { [self] changed, _ in note(changed ? "ok" : "unchanged") }
    case "remoteconfig.fetch-and-activate":
      remoteConfig.fetchAndActivate { [self] status, error in
        note(status == .successFetchedFromRemote ? "ok" : "unchanged", error)
      }
    default: throw FixtureError("Remote Config knows no '\(invocation.name)'")
    }
  }

  private func fetch(olderThan nanoseconds: Int64) {
    let seconds = Double(nanoseconds) / 1e9
    remoteConfig.fetch(withExpirationDuration: seconds) { [self] _, error in note("ok", error) }
  }

  private func publish(_ parameters: Value) throws {
    guard case .object(let members) = parameters else {
      throw FixtureError("\(parameters) is no object")
    }
    var changes: [String: String?] = [:]
    for member in members {
      switch member.value {
      case .string(let text): changes[member.name] = .some(text)
      case .null: changes[member.name] = .some(nil)
      default: throw FixtureError("\(member.value) is neither a text nor null")
      }
    }
    emulator.publish(changes)
  }

  private func note(_ word: String, _ error: (any Error)? = nil) {
    let result = error.map { error in Failure(error).value } ?? .symbol(word)
    lastResult.withLock { last in last = result }
  }

  private func setLatency(_ invocation: Invocation) {
    func duration(_ kind: String, _ present: Duration) -> Duration {
      invocation[kind]?.nanoseconds.map { .nanoseconds($0) } ?? present
    }
    let present = emulator.latency
    emulator.latency = RemoteConfigLatency(
      connect: duration("connect", present.connect),
      message: duration("message", present.message), fetch: duration("fetch", present.fetch))
  }
}
