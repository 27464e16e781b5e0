public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A configuration whose listeners are handed exactly what a script says.
///
/// Fault model. It can be told to call back inside add, inside remove and after remove; to hand
/// over an update with an error, or neither; to go on after an error; to keep the closures of
/// removed listeners, to remove a listener whose handle is dropped, to trap on a second remove. It
/// never calls a listener that was not added, never says anything by itself, and has no values but
/// the app's defaults: fetching fails, and activating changes nothing. Source:
/// `FirebaseRemoteConfig/Sources/RCNConfigRealtime.m`.
public final class RemoteConfigScript: Sendable {
  /// The configuration to listen to.
  public let remoteConfig: RemoteConfig

  /// A script without listeners.
  ///
  /// - Parameters:
  ///   - simulation: Where queued callbacks are events of a queue of their own, named
  ///     `remoteconfig.deliver`.
  ///   - spy: What records each add, each remove and each callback.
  ///   - behavior: How listeners are treated throughout.
  public init(
    in simulation: Simulation, spy: Spy, behavior: RemoteConfigBehavior = RemoteConfigBehavior()
  ) {
    let queue = CallbackQueue(.generic, in: simulation)
    remoteConfig = RemoteConfig(
      backend: ScriptBackend(completions: CallbackQueue(.main, in: simulation)),
      name: "remoteconfig", spy: spy, behavior: behavior, queue: queue)
  }

  /// The number of listeners that were added and not removed.
  public var listenerCount: Int { remoteConfig.listenerCount }

  /// Hands every listener an update.
  ///
  /// - Parameters:
  ///   - keys: The keys that it names.
  ///   - delivery: When the listeners are called.
  public func send(_ keys: Set<String>, _ delivery: CallbackDelivery = .direct) {
    listeners.deliver(.update(makeUpdate(keys)), delivery)
  }

  /// Hands every listener an error; whether the script calls again after it is up to the scenario.
  ///
  /// - Parameters:
  ///   - error: The error, handed over unchanged.
  ///   - delivery: When the listeners are called.
  public func fail(_ error: any Error, _ delivery: CallbackDelivery = .direct) {
    listeners.deliver(.failure(error), delivery)
  }

  /// Hands every listener both an update and an error.
  public func sendBoth(
    _ keys: Set<String>, _ error: any Error, _ delivery: CallbackDelivery = .direct
  ) {
    listeners.deliver(.both(makeUpdate(keys), error), delivery)
  }

  /// Calls every listener with neither an update nor an error.
  public func sendNothing(_ delivery: CallbackDelivery = .direct) {
    listeners.deliver(.nothing, delivery)
  }

  /// The listeners, to play a scenario's verbs on.
  package var listeners: ListenerRegistry<RemoteConfigNews> { remoteConfig.registry }

  /// An update to be handed over.
  package func makeUpdate(_ keys: Set<String>) -> RemoteConfigUpdate {
    RemoteConfigUpdate(keys, in: listeners)
  }
}

extension RemoteConfigUpdate {
  /// An update that is about to be handed to some listeners.
  convenience init(_ keys: Set<String>, in registry: ListenerRegistry<RemoteConfigNews>) {
    let spy = registry.spy
    self.init(keys, sentinel: Sentinel(.element(spy.callbackCount + 1), log: spy.log))
  }
}

/// What stands behind a script's object: there is no server, and no value but the app's defaults.
private final class ScriptBackend: RemoteConfigBackend {
  private let completions: CallbackQueue
  private let defaults = Mutex<[String: String]>([:])

  init(completions: CallbackQueue) {
    self.completions = completions
  }

  func listenerCame(to registry: ListenerRegistry<RemoteConfigNews>) {}

  func listenerLeft(_ registry: ListenerRegistry<RemoteConfigNews>) {}

  func fetch(olderThan age: Duration, _ completion: CallbackBox<(RemoteConfigError?) -> Void>) {
    completions.async("remoteconfig.complete") { completion.callback(.internalError) }
  }

  func activate(_ completion: CallbackBox<(Bool) -> Void>) {
    completions.async("remoteconfig.complete") { completion.callback(false) }
  }

  func setDefaults(_ defaults: [String: String]) {
    self.defaults.withLock { kept in kept = defaults }
  }

  func value(of key: String) -> RemoteConfigValue {
    let text = defaults.withLock { kept in kept[key] }
    return text.map { text in RemoteConfigValue(text, from: .default) }
      ?? RemoteConfigValue("", from: .static)
  }
}
