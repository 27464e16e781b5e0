package import FakeAuth
package import FakeDatabase
package import FakeFirestore
package import FakeMessaging
package import FakeRemoteConfig
package import FakeStorage
import ReferenceStreams

/// A source, as the namespace of its streams in the proposal's types.
///
/// The proposal gives the streams the names that the reference streams have, too. A namespace keeps
/// the two apart.
package struct Standard<Source> {
  private let source: Source

  /// Creates the namespace of one source.
  package init(_ source: Source) { self.source = source }
}

extension Standard<Auth> {
  /// Who is signed in, in the proposal's type; for one consumer.
  ///
  /// It listens from the first `next()` to its end.
  package var authStateChanges: AsyncStream<User?> {
    AsyncStream(source.authStateChanges)
  }

  /// Who is signed in at each change of the token, in the type that was shipped.
  ///
  /// Each iterator listens on its own, from its first `next()` to its end.
  package var idTokenChanges: some AsyncSequence<User?, Never> & Sendable {
    source.idTokenChanges
  }
}

extension Standard where Source: SnapshotSource {
  /// The snapshots, in the proposal's type; for one consumer.
  package var snapshots: AsyncThrowingStream<Source.Snapshot, any Error> { snapshots() }

  /// The snapshots, in the proposal's type, with those that differ in metadata alone or without.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are told.
  /// - Returns: The stream, for one consumer; it listens from the first `next()` to its end.
  package func snapshots(
    includeMetadataChanges: Bool = false
  ) -> AsyncThrowingStream<Source.Snapshot, any Error> {
    AsyncThrowingStream(source.snapshots(includeMetadataChanges: includeMetadataChanges))
  }
}

extension Standard where Source: DatabaseQuery {
  /// The data of the query, in the proposal's type; for one consumer.
  ///
  /// It listens from the first `next()` to its end.
  package var value: AsyncThrowingStream<DataSnapshot, any Error> {
    AsyncThrowingStream(source.value)
  }

  /// The events of the query's children, in the proposal's type and the product's order; for one
  /// consumer.
  ///
  /// It has four listeners from the first `next()` to its end.
  package func events() -> AsyncThrowingStream<DatabaseEvent, any Error> {
    AsyncThrowingStream(source.events())
  }
}

extension Standard<Messaging> {
  /// The app's registration tokens, in the proposal's type; for one consumer.
  ///
  /// It shares the one delegate with all others, from the first `next()` to its end.
  package var tokenUpdates: AsyncStream<String> {
    AsyncStream(source.tokenUpdates)
  }

  /// The messages that come while the app is in the foreground, in the proposal's type; for one
  /// consumer.
  ///
  /// It shares the one delegate with all others, from the first `next()` to its end.
  package var foregroundMessages: AsyncStream<MessagingRemoteMessage> {
    AsyncStream(source.foregroundMessages)
  }
}

extension Standard<RemoteConfig> {
  /// The updates of the configuration, in the proposal's type; for one consumer.
  ///
  /// It listens from the first `next()` to its end, which an error is too.
  package var updates: AsyncThrowingStream<RemoteConfigUpdate, any Error> {
    AsyncThrowingStream(source.updates)
  }

  /// The updates of the configuration, in the type that was shipped: each iterator listens on its
  /// own, and takes an update before an error, and neither of them for the end.
  package var configUpdates: some AsyncSequence<RemoteConfigUpdate, any Error> & Sendable {
    ListenerSequence<RemoteConfigUpdate, any Error> { [source] sink in
      let registration = source.addOnConfigUpdateListener { update, error in
        switch (update, error) {
        case (let update?, _): sink.send(update)
        case (nil, let error?): sink.fail(error)
        case (nil, nil): sink.finish()
        }
      }
      return { registration.remove() }
    }
    .ending(withAppOf: source)
  }
}

extension Standard where Source: StorageTask {
  /// The task's progress until it has ended, in the proposal's type; for one consumer.
  ///
  /// It observes from the first `next()` to its end, as the reference does.
  package var progressUpdates: AsyncThrowingStream<StorageTaskSnapshot, any Error> {
    AsyncThrowingStream(source.progressUpdates)
  }
}
