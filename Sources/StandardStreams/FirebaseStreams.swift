package import FakeAuth
package import FakeDatabase
package import FakeFirestore
package import FakeMessaging
package import FakeRemoteConfig
package import FakeStorage
import ReferenceStreams

extension Auth {
  /// Who is signed in, in the proposal's type; for one consumer.
  ///
  /// It listens from the first `next()` to its end.
  package var authStateChanges: AsyncStream<User?> {
    AsyncStream(self.ReferenceStreams::authStateChanges)
  }

  /// Who is signed in at each change of the token, in the type that was shipped.
  ///
  /// Each iterator listens on its own, from its first `next()` to its end.
  package var idTokenChanges: some AsyncSequence<User?, Never> & Sendable {
    self.ReferenceStreams::idTokenChanges
  }
}

extension SnapshotSource {
  /// The snapshots, in the proposal's type; for one consumer.
  package var snapshots: AsyncThrowingStream<Snapshot, any Error> { snapshots() }

  /// The snapshots, in the proposal's type, with those that differ in metadata alone or without.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are told.
  /// - Returns: The stream, for one consumer; it listens from the first `next()` to its end.
  package func snapshots(
    includeMetadataChanges: Bool = false
  ) -> AsyncThrowingStream<Snapshot, any Error> {
    AsyncThrowingStream(
      self.ReferenceStreams::snapshots(includeMetadataChanges: includeMetadataChanges))
  }
}

extension DatabaseQuery {
  /// The data of the query, in the proposal's type; for one consumer.
  ///
  /// It listens from the first `next()` to its end.
  package var value: AsyncThrowingStream<DataSnapshot, any Error> {
    AsyncThrowingStream(self.ReferenceStreams::value)
  }

  /// The events of the query's children, in the proposal's type and the product's order; for one
  /// consumer.
  ///
  /// It has four listeners from the first `next()` to its end.
  package func events() -> AsyncThrowingStream<DatabaseEvent, any Error> {
    AsyncThrowingStream(self.ReferenceStreams::events())
  }
}

extension Messaging {
  /// The app's registration tokens, in the proposal's type; for one consumer.
  ///
  /// It shares the one delegate with all others, from the first `next()` to its end.
  package var tokenUpdates: AsyncStream<String> {
    AsyncStream(self.ReferenceStreams::tokenUpdates)
  }

  /// The messages that come while the app is in the foreground, in the proposal's type; for one
  /// consumer.
  ///
  /// It shares the one delegate with all others, from the first `next()` to its end.
  package var foregroundMessages: AsyncStream<MessagingRemoteMessage> {
    AsyncStream(self.ReferenceStreams::foregroundMessages)
  }
}

extension RemoteConfig {
  /// The updates of the configuration, in the proposal's type; for one consumer.
  ///
  /// It listens from the first `next()` to its end, which an error is too.
  package var updates: AsyncThrowingStream<RemoteConfigUpdate, any Error> {
    AsyncThrowingStream(self.ReferenceStreams::updates)
  }

  /// The updates of the configuration, in the type that was shipped: each iterator listens on its
  /// own, and takes an update before an error, and neither of them for the end.
  package var configUpdates: some AsyncSequence<RemoteConfigUpdate, any Error> & Sendable {
    ListenerSequence<RemoteConfigUpdate, any Error> { sink in
      let registration = self.addOnConfigUpdateListener { update, error in
        switch (update, error) {
        case (let update?, _): sink.send(update)
        case (nil, let error?): sink.fail(error)
        case (nil, nil): sink.finish()
        }
      }
      return { registration.remove() }
    }
    .ending(withAppOf: self)
  }
}

extension StorageTask {
  /// The task's progress until it has ended, in the proposal's type; for one consumer.
  ///
  /// It observes from the first `next()` to its end, as the reference does.
  package var progressUpdates: AsyncThrowingStream<StorageTaskSnapshot, any Error> {
    AsyncThrowingStream(self.ReferenceStreams::progressUpdates)
  }
}
