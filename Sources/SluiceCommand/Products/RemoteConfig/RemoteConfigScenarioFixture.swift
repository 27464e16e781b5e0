import FakeListener
import FakeRemoteConfig
import SluiceConformance
import SluiceRunner
import SluiceSpies
import Synchronization

/// The Remote Config of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
final class RemoteConfigScenarioFixture: ProductFixture {
  /// What a scenario says of the source before it is made.
  private final class Settings: Sendable {
    let registrations = BehaviorChoice()
    let tellsInReverseOrder = Mutex(false)

    var behavior: RemoteConfigBehavior {
      var behavior = RemoteConfigBehavior()
      behavior.registrations = registrations.take()
      behavior.tellsInReverseOrder = tellsInReverseOrder.withLock { isReversed in isReversed }
      return behavior
    }

    func choose(_ invocation: Invocation) throws(FixtureError) {
      try registrations.choose(invocation)
      let isReversed = invocation["order"]?.word == "reversed"
      tellsInReverseOrder.withLock { chosen in chosen = isReversed }
    }
  }

  private let settings = Settings()
  private let choice: BackendChoice<RemoteConfigScript, RemoteConfigApp>

  init(in setting: FixtureSetting) {
    choice = BackendChoice(
      of: "remoteconfig", in: setting.layer,
      script: { [settings] in
        RemoteConfigScript(
          in: setting.simulation, spy: setting.spy, behavior: settings.behavior)
      },
      emulator: { [settings] in
        RemoteConfigApp(in: setting.simulation, spy: setting.spy, behavior: settings.behavior)
      })
  }

  /// The configuration that streams are read from.
  var remoteConfig: RemoteConfig {
    switch choice.backend {
    case .script(let script): script.remoteConfig
    case .emulator(let app): app.remoteConfig
    }
  }

  func perform(_ invocation: Invocation) throws(FixtureError) {
    if invocation.name == "remoteconfig.behave" { return try settings.choose(invocation) }
    try choice.perform(
      invocation,
      script: { script, call in
        try call.play(on: script.listeners) { event in try script.news(event) }
      },
      emulator: { app, invocation in try app.perform(invocation) })
  }

  func probe(_ invocation: Invocation) throws(FixtureError) -> Value {
    switch (invocation.name, choice.backend) {
    case ("remoteconfig.listeners", _): return .integer(Int64(remoteConfig.listenerCount))
    case ("remoteconfig.value", .emulator):
      let value = remoteConfig.configValue(forKey: invocation["key"]?.letters)
      return value.source == .static ? .null : .string(value.stringValue)
    case ("remoteconfig.connection", .emulator(let app)): return app.connection
    case ("remoteconfig.result", .emulator(let app)): return app.result
    default: throw FixtureError("a script has no server and no values")
    }
  }
}

extension RemoteConfigScript {
  /// What a callback tells by what a scenario writes.
  fileprivate func news(_ event: ListenerEvent<Value>) throws -> RemoteConfigNews {
    switch event {
    case .value(let value): .update(try update(value))
    case .failure(let error): .failure(try Self.error(error))
    case .both(let value, let error): .both(try update(value), try Self.error(error))
    case .nothing: .nothing
    case .finish: throw FixtureError("listeners of Remote Config know no end")
    }
  }

  private func update(_ value: Value) throws -> RemoteConfigUpdate {
    switch value {
    case .integer(let number): return makeUpdate(["\(number)"])
    case .call("update", let arguments):
      return makeUpdate(Set(arguments.compactMap { argument in argument.value.letters }))
    default: throw FixtureError("\(value) is not update(…)")
    }
  }

  private static func error(_ error: any Error) throws -> RemoteConfigUpdateError {
    let name = (error as? ScriptedError)?.code ?? ""
    guard let code = RemoteConfigUpdateError.Code(scenarioName: name) else {
      throw FixtureError("Remote Config has no error '\(name)'")
    }
    return RemoteConfigUpdateError(code)
  }
}
