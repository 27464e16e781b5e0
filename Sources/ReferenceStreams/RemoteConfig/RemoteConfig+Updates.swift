public import FakeRemoteConfig

extension RemoteConfig {
  /// The updates of the configuration; an error ends the sequence, although its source goes on.
  ///
  /// Each iterator listens on its own, from its first `next()` to its end. Guarantees: those of
  /// `ListenerSequence`.
  public var updates: ListenerSequence<RemoteConfigUpdate, any Error> {
    ListenerSequence { sink in
      let registration = self.addOnConfigUpdateListener { update, error in
        sink.receive(update, error)
      }
      return { registration.remove() }
    }
  }

  /// The updates of the configuration, by the name that was shipped.
  public var configUpdates: ListenerSequence<RemoteConfigUpdate, any Error> { updates }
}
