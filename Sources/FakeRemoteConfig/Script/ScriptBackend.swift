import SluiceSimulation
import SluiceSpies

/// What stands behind a script's object: there is no server and no value.
final class ScriptBackend: RemoteConfigBackend {
  private let completions: CallbackQueue

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

  func setDefaults(_ defaults: [String: String]) {}

  func value(of key: String) -> RemoteConfigValue { RemoteConfigValue("", from: .static) }
}
