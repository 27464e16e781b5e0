package import FakeAuth
package import FakeDatabase
package import FakeFirestore
package import FakeMessaging
package import FakeRemoteConfig
package import FakeStorage

// MARK: - Authentication

extension Auth {
  /// Who is signed in, written the plain way; for one consumer.
  ///
  /// It listens from now on.
  package var authStateChanges: AsyncStream<User?> {
    AsyncStream { continuation in
      let handle = self.addStateDidChangeListener { _, user in continuation.yield(user) }
      continuation.onTermination = { _ in self.removeStateDidChangeListener(handle) }
    }
  }

  /// Who is signed in at each change of the token, in the shape that was shipped: each iterator
  /// makes a plain stream of its own.
  package var idTokenChanges: some AsyncSequence<User?, Never> & Sendable {
    StreamPerIterator {
      AsyncStream<User?> { continuation in
        let handle = self.addIDTokenDidChangeListener { _, user in continuation.yield(user) }
        continuation.onTermination = { _ in self.removeIDTokenDidChangeListener(handle) }
      }
    }
  }
}

// MARK: - Firestore

extension SnapshotSource {
  /// The snapshots, written the plain way; for one consumer.
  package var snapshots: AsyncThrowingStream<Snapshot, any Error> { snapshots() }

  /// The snapshots, written the plain way, with those that differ in metadata alone or without.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are told.
  /// - Returns: The stream, for one consumer; it listens from now on.
  package func snapshots(
    includeMetadataChanges: Bool = false
  ) -> AsyncThrowingStream<Snapshot, any Error> {
    AsyncThrowingStream { continuation in
      let registration = self.addSnapshotListener(
        includeMetadataChanges: includeMetadataChanges
      ) { snapshot, error in
        if let error {
          continuation.finish(throwing: error)
        } else if let snapshot {
          continuation.yield(snapshot)
        }
      }
      continuation.onTermination = { _ in registration.remove() }
    }
  }
}

// MARK: - Realtime Database

extension DatabaseQuery {
  /// The data of the query, written the plain way; for one consumer.
  package var value: AsyncThrowingStream<DataSnapshot, any Error> {
    AsyncThrowingStream { continuation in
      let handle = self.observe(
        .value, with: { snapshot in continuation.yield(snapshot) },
        withCancel: { error in continuation.finish(throwing: error) })
      continuation.onTermination = { _ in self.removeObserver(withHandle: handle) }
    }
  }

  /// The events of the query's children, written the plain way; for one consumer.
  ///
  /// The listeners are added in the order in which the proposal names their events.
  package func events() -> AsyncThrowingStream<DatabaseEvent, any Error> {
    AsyncThrowingStream { continuation in
      let cancel = { (error: any Error) in continuation.finish(throwing: error) }
      let handles = [
        self.observe(
          .childAdded,
          andPreviousSiblingKeyWith: { child, key in
            continuation.yield(.childAdded(child, previousSiblingKey: key))
          }, withCancel: cancel),
        self.observe(
          .childChanged,
          andPreviousSiblingKeyWith: { child, key in
            continuation.yield(.childChanged(child, previousSiblingKey: key))
          }, withCancel: cancel),
        self.observe(
          .childRemoved, with: { child in continuation.yield(.childRemoved(child)) },
          withCancel: cancel),
        self.observe(
          .childMoved,
          andPreviousSiblingKeyWith: { child, key in
            continuation.yield(.childMoved(child, previousSiblingKey: key))
          }, withCancel: cancel),
      ]
      continuation.onTermination = { _ in
        for handle in handles { self.removeObserver(withHandle: handle) }
      }
    }
  }
}

// MARK: - Messaging

extension Messaging {
  /// The app's registration tokens, written the plain way: a delegate of its own; for one consumer.
  package var tokenUpdates: AsyncStream<String> {
    AsyncStream { continuation in
      let delegate = TokenDelegate { token in continuation.yield(token) }
      self.delegate = delegate
      // The messaging holds it weakly; this closure keeps it.
      continuation.onTermination = { _ in
        withExtendedLifetime(delegate) { self.delegate = nil }
      }
    }
  }

  /// The messages that come while the app is in the foreground, written the plain way: a delegate
  /// of its own; for one consumer.
  package var foregroundMessages: AsyncStream<MessagingRemoteMessage> {
    AsyncStream { continuation in
      let delegate = MessageDelegate { message in continuation.yield(message) }
      self.delegate = delegate
      // The messaging holds it weakly; this closure keeps it.
      continuation.onTermination = { _ in
        withExtendedLifetime(delegate) { self.delegate = nil }
      }
    }
  }
}

/// The delegate of one stream of tokens.
private final class TokenDelegate: MessagingDelegate {
  let callbacks = MessagingCallbacks.registrationToken
  private let receive: @Sendable (String) -> Void

  init(_ receive: @escaping @Sendable (String) -> Void) {
    self.receive = receive
  }

  func messaging(_ messaging: Messaging, didReceiveRegistrationToken fcmToken: String?) {
    if let fcmToken { receive(fcmToken) }
  }
}

/// The delegate of one stream of messages.
private final class MessageDelegate: MessagingDelegate {
  let callbacks = MessagingCallbacks.message
  private let receive: @Sendable (MessagingRemoteMessage) -> Void

  init(_ receive: @escaping @Sendable (MessagingRemoteMessage) -> Void) {
    self.receive = receive
  }

  func messaging(_ messaging: Messaging, didReceive remoteMessage: MessagingRemoteMessage) {
    receive(remoteMessage)
  }
}

// MARK: - Remote Config

extension RemoteConfig {
  /// The updates of the configuration, written the plain way; for one consumer.
  ///
  /// It listens from now on.
  package var updates: AsyncThrowingStream<RemoteConfigUpdate, any Error> {
    AsyncThrowingStream { continuation in
      let registration = self.addOnConfigUpdateListener { update, error in
        if let error {
          continuation.finish(throwing: error)
        } else if let update {
          continuation.yield(update)
        }
      }
      continuation.onTermination = { _ in registration.remove() }
    }
  }

  /// The updates of the configuration, in the shape that was shipped: each iterator makes a plain
  /// stream of its own, which takes an update before an error, and neither of them for the end.
  package var configUpdates: some AsyncSequence<RemoteConfigUpdate, any Error> & Sendable {
    StreamPerIterator {
      AsyncThrowingStream<RemoteConfigUpdate, any Error> { continuation in
        let registration = self.addOnConfigUpdateListener { update, error in
          switch (update, error) {
          case (let update?, _): continuation.yield(update)
          case (nil, let error): continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in registration.remove() }
      }
    }
  }
}

// MARK: - Storage

extension StorageTask {
  /// The task's progress until it has ended, written the plain way; for one consumer.
  ///
  /// The declaration of the proposal has this name, and its example `progress`.
  package var progressUpdates: AsyncThrowingStream<StorageTaskSnapshot, any Error> {
    AsyncThrowingStream { continuation in
      guard let task = self as? StorageObservableTask else { return continuation.finish() }
      let progress = task.observe(.progress) { snapshot in continuation.yield(snapshot) }
      let success = task.observe(.success) { _ in continuation.finish() }
      let failure = task.observe(.failure) { snapshot in
        continuation.finish(throwing: snapshot.error)
      }
      continuation.onTermination = { _ in
        for handle in [progress, success, failure] { task.removeObserver(withHandle: handle) }
      }
    }
  }
}
