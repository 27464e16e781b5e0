import SluiceSimulation
import SluiceSpies

/// What stands behind a `RemoteConfig` object: a script, or one client of an emulator.
protocol RemoteConfigBackend: AnyObject, Sendable {
  /// A listener was added and recorded.
  func listenerCame(to registry: ListenerRegistry<RemoteConfigNews>)
  /// A listener was removed, once more perhaps.
  func listenerLeft(_ registry: ListenerRegistry<RemoteConfigNews>)
  /// Fetches the newest template, unless one was fetched not long ago.
  func fetch(olderThan age: Duration, _ completion: CallbackBox<(RemoteConfigError?) -> Void>)
  /// Makes the template that was fetched last the active one; tells whether another one was.
  func activate(_ completion: CallbackBox<(Bool) -> Void>)
  /// Replaces the app's defaults.
  func setDefaults(_ defaults: [String: String])
  /// The value of a key.
  func value(of key: String) -> RemoteConfigValue
}
