import FakeCore
import FakeRemoteConfig
public import SluiceProducts
import SluiceSpies
import Synchronization

/// The Remote Config of one run, as scenario lines speak to it: a script in the unit layer, else an
/// emulator.
public final class RemoteConfigBackend: ScriptedBackend {
  private let behavior = RemoteConfigBehaviorChoice()
  private let choice: BackendChoice<RemoteConfigScript, RemoteConfigServer>
  private let instances: RunInstances<RemoteConfig>

  init(in setting: FixtureSetting) {
    let choice = BackendChoice(
      of: "remoteconfig", in: setting.layer,
      script: { [behavior] in
        RemoteConfigScript(in: setting.simulation, spy: setting.spy, behavior: behavior.take())
      },
      emulator: { [behavior] in RemoteConfigServer(in: setting, behavior: behavior.take()) })
    self.choice = choice
    instances = RunApp.of(setting).instances(
      from: RemoteConfig.library { [choice = WeakChoice(choice)] app in
        choice.instance({ $0.remoteConfig }, { $0.makeRemoteConfig(of: app) })
      }, RemoteConfig.remoteConfig(app:))
  }

  /// The configuration that streams are read from.
  var remoteConfig: RemoteConfig {
    get throws(FixtureError) { try instances.first }
  }

  /// The emulator, with the app's configuration.
  var app: RemoteConfigApp {
    get throws(FixtureError) {
      RemoteConfigApp(server: try choice.emulator, remoteConfig: try remoteConfig)
    }
  }

  /// The emulator.
  var server: RemoteConfigServer {
    get throws(FixtureError) {
      let server = try choice.emulator
      instances.prepare()
      return server
    }
  }

  func choose(_ behavior: RemoteConfigBehavior) throws(FixtureError) {
    try self.behavior.choose(behavior)
  }

  func chooseScript() throws(FixtureError) {
    try choice.chooseScript()
  }

  /// Has the listeners told what a script verb says.
  public func play(_ call: ScriptedCall) throws {
    let script = try choice.script
    switch call {
    case .send(let value, let delivery): script.send(try keys(of: value), delivery)
    case .sendMany(let count, let first):
      for number in 0..<count { script.send(["\(first + number)"]) }
    case .fail(let name, let delivery):
      script.fail(try error(named: name), delivery)
    case .sendBoth(let value, let name, let delivery):
      script.sendBoth(try keys(of: value), try error(named: name), delivery)
    case .sendNothing(let delivery): script.sendNothing(delivery)
    case .finish: throw FixtureError("listeners of Remote Config know no end")
    case .refuse: throw FixtureError("this source never refuses a listener")
    }
  }

  private func error(named name: String) throws -> RemoteConfigUpdateError {
    RemoteConfigUpdateError(try .init(named: name, of: "Remote Config"))
  }

  /// The keys of the update that a scenario writes: `update(…)`, or a number for the one key.
  private func keys(of value: Value) throws -> Set<String> {
    if case .integer(let number) = value { return ["\(number)"] }
    guard let keys = try RemoteConfigProduct.update(value) else {
      throw FixtureError("\(value) is not update(…)")
    }
    return keys
  }
}

/// What a scenario says of the source before it is made.
private final class RemoteConfigBehaviorChoice: Sendable {
  private let registrations = BehaviorChoice()
  private let tellsInReverseOrder = Mutex(false)

  /// What the source is made with; from now on it can't be chosen any more.
  func take() -> RemoteConfigBehavior {
    var behavior = RemoteConfigBehavior()
    behavior.registrations = registrations.take()
    behavior.tellsInReverseOrder = tellsInReverseOrder.withLock { isReversed in isReversed }
    return behavior
  }

  func choose(_ behavior: RemoteConfigBehavior) throws(FixtureError) {
    try registrations.choose(behavior.registrations)
    tellsInReverseOrder.withLock { isReversed in isReversed = behavior.tellsInReverseOrder }
  }
}

/// An emulator, and how the last fetch or activation of its app ended.
final class RemoteConfigServer: Sendable {
  let emulator: RemoteConfigEmulator
  private let spy: Spy
  private let behavior: RemoteConfigBehavior
  private let lastResult = Mutex(Value.null)

  init(in setting: FixtureSetting, behavior: RemoteConfigBehavior) {
    emulator = RemoteConfigEmulator(in: setting.simulation)
    spy = setting.spy
    self.behavior = behavior
  }

  /// The configuration of an app that asks for it.
  func makeRemoteConfig(of app: FirebaseApp) -> RemoteConfig {
    emulator.makeRemoteConfig(
      spy: spy, name: app.eventName("remoteconfig"), behavior: behavior)
  }

  /// How the last fetch or activation ended.
  var result: Value { lastResult.withLock { result in result } }

  fileprivate func note(_ word: String, _ error: (any Error)? = nil) {
    let result = error.map { error in Failure(error).value } ?? .symbol(word)
    lastResult.withLock { last in last = result }
  }
}

/// What the app whose streams are under test does with its configuration.
struct RemoteConfigApp {
  let server: RemoteConfigServer
  let remoteConfig: RemoteConfig

  private var emulator: RemoteConfigEmulator { server.emulator }

  /// What the connection is at.
  var connection: Value { .symbol(emulator.connection(of: remoteConfig)) }

  func setInForeground(_ isInForeground: Bool) {
    emulator.setInForeground(isInForeground, of: remoteConfig)
  }

  func setOnline(_ isOnline: Bool) {
    emulator.setOnline(isOnline, of: remoteConfig)
  }

  /// Has the app fetch, unless what it fetched before is younger.
  func fetch(olderThan age: Duration) {
    remoteConfig.fetch(withExpirationDuration: age.inSeconds) { [server] _, error in
      server.note("ok", error)
    }
  }

  func activate() {
    remoteConfig.activate { [server] changed, _ in server.note(changed ? "ok" : "unchanged") }
  }

  func fetchAndActivate() {
    remoteConfig.fetchAndActivate { [server] status, error in
      server.note(status == .successFetchedFromRemote ? "ok" : "unchanged", error)
    }
  }
}

extension Duration {
  /// The seconds that the SDK takes, from the whole nanoseconds in which a scenario says them.
  fileprivate var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) / 1e9
  }
}
