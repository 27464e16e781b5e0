public import FakeRemoteConfig
import ReferenceStreams

extension RemoteConfig {
  /// The updates of the configuration, in the proposal's type; for one consumer.
  ///
  /// It listens from the first `next()` to its end, which an error is too.
  public var updates: AsyncThrowingStream<RemoteConfigUpdate, any Error> {
    let sequence = ListenerSequence<RemoteConfigUpdate, any Error> { sink in
      let registration = self.addOnConfigUpdateListener { update, error in
        sink.receive(update, error)
      }
      return { registration.remove() }
    }
    return AsyncThrowingStream(sequence)
  }

  /// The updates of the configuration, in the type that was shipped; for one consumer.
  public var configUpdates: some AsyncSequence<RemoteConfigUpdate, any Error> & Sendable {
    updates
  }
}
