import SluiceSimulation
import SluiceSpies

extension RemoteConfigClient: RemoteConfigBackend {
  func listenerCame(to registry: ListenerRegistry<RemoteConfigNews>) {
    step { state in
      state.registry = registry
      return state.isInForeground ? state.connection.want() : nil
    }
  }

  func listenerLeft(_ registry: ListenerRegistry<RemoteConfigNews>) {
    guard registry.listeners.isEmpty else { return }
    step { state in
      state.registry = nil
      state.connection.close()
      return nil
    }
  }

  func fetch(olderThan age: Duration, _ completion: CallbackBox<(RemoteConfigError?) -> Void>) {
    let now = emulator.simulation.instantOfCall
    let isFresh = read { state in
      state.fetchedAt.map { fetchedAt in fetchedAt.duration(to: now) < age } ?? false
    }
    if isFresh { return complete { completion.callback(nil) } }
    later("fetch", after: emulator.latency.fetch) { [self] in
      guard read({ state in state.isOnline }) else {
        return complete { completion.callback(.internalError) }
      }
      _ = take(emulator.handedOut)
      complete { completion.callback(nil) }
    }
  }

  func activate(_ completion: CallbackBox<(Bool) -> Void>) {
    later("activate") { [self] in
      var isChanged = false
      step { state in
        if let fetched = state.fetched, fetched != state.active {
          state.active = fetched
          isChanged = true
        }
        return nil
      }
      complete { [isChanged] in completion.callback(isChanged) }
    }
  }

  func setDefaults(_ defaults: [String: String]) {
    step { state in
      state.defaults = defaults
      return nil
    }
  }

  func value(of key: String) -> RemoteConfigValue {
    read { state in
      if let text = state.active.parameters[key] { return RemoteConfigValue(text, from: .remote) }
      if let text = state.defaults[key] { return RemoteConfigValue(text, from: .default) }
      return RemoteConfigValue("", from: .static)
    }
  }
}
