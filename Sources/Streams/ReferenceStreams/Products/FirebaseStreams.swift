package import FakeAuth
package import FakeDatabase
package import FakeFirestore
package import FakeRemoteConfig
package import FakeStorage

// MARK: - Authentication

extension Auth {
  /// Who is signed in: the present user first, then each change of the user, nil being nobody.
  ///
  /// Each iterator listens on its own, from its first `next()` to its end. Guarantees: those of
  /// `ListenerSequence`.
  package var authStateChanges: ListenerSequence<User?, Never> {
    ListenerSequence { sink in
      let handle = self.addStateDidChangeListener { _, user in sink.send(user) }
      return { self.removeStateDidChangeListener(handle) }
    }
    .ending(withAppOf: self)
  }

  /// Who is signed in: the present user first, then whoever is at each change of the token.
  ///
  /// Each iterator listens on its own, from its first `next()` to its end. Guarantees: those of
  /// `ListenerSequence`.
  package var idTokenChanges: ListenerSequence<User?, Never> {
    ListenerSequence { sink in
      let handle = self.addIDTokenDidChangeListener { _, user in sink.send(user) }
      return { self.removeIDTokenDidChangeListener(handle) }
    }
    .ending(withAppOf: self)
  }
}

// MARK: - Firestore

extension SnapshotSource {
  /// The snapshots: the first as soon as there is one, then each that differs.
  ///
  /// Each iteration listens on its own, from its first `next()` to its end.
  package var snapshots: ListenerSequence<Snapshot, any Error> { snapshots() }

  /// The snapshots, with those that differ in metadata alone or without.
  ///
  /// - Parameter includeMetadataChanges: Whether changes of metadata alone are told.
  /// - Returns: The sequence; every iterator of it listens on its own.
  package func snapshots(
    includeMetadataChanges: Bool = false
  ) -> ListenerSequence<Snapshot, any Error> {
    ListenerSequence { sink in
      let registration = self.addSnapshotListener(
        includeMetadataChanges: includeMetadataChanges
      ) { snapshot, error in
        sink.receive(snapshot, error)
      }
      return { registration.remove() }
    }
    .ending(withAppOf: firestore)
  }
}

// MARK: - Realtime Database

extension DatabaseQuery {
  /// The data of the query: as soon as they are known, then whenever they change.
  ///
  /// Each iteration listens on its own, from its first `next()` to its end.
  package var value: ListenerSequence<DataSnapshot, any Error> {
    ListenerSequence { sink in
      let handle = self.observe(
        .value, with: { snapshot in sink.send(snapshot) },
        withCancel: { error in sink.fail(error) })
      return { self.removeObserver(withHandle: handle) }
    }
    .ending(withAppOf: database)
  }

  /// The events of the query's children: at first each that is there, then what comes, changes,
  /// moves and goes, in the product's order.
  ///
  /// Each iteration adds four listeners at its first `next()`, and removes all of them. The one for
  /// children that come is added last: it is told of all that are there by then, so that nothing
  /// that happens between the adds is lost.
  package func events() -> ListenerSequence<DatabaseEvent, any Error> {
    ListenerSequence(
      adding: [
        listener(for: .childRemoved) { child, _ in .childRemoved(child) },
        listener(for: .childChanged) { child, key in
          .childChanged(child, previousSiblingKey: key)
        },
        listener(for: .childMoved) { child, key in .childMoved(child, previousSiblingKey: key) },
        listener(for: .childAdded) { child, key in .childAdded(child, previousSiblingKey: key) },
      ]
    )
    .ending(withAppOf: database)
  }

  private func listener(
    for type: DataEventType, _ event: @escaping @Sendable (DataSnapshot, String?) -> DatabaseEvent
  ) -> ListenerSequence<DatabaseEvent, any Error>.Listener {
    .init(adding: { sink in
      let handle = self.observe(
        type,
        andPreviousSiblingKeyWith: { child, key in sink.send(event(child, key)) },
        withCancel: { error in sink.fail(error) })
      return { self.removeObserver(withHandle: handle) }
    })
  }
}

// MARK: - Remote Config

extension RemoteConfig {
  /// The updates of the configuration; an error ends the sequence, although its source goes on.
  ///
  /// Each iterator listens on its own, from its first `next()` to its end. Guarantees: those of
  /// `ListenerSequence`.
  package var updates: ListenerSequence<RemoteConfigUpdate, any Error> {
    ListenerSequence { sink in
      let registration = self.addOnConfigUpdateListener { update, error in
        sink.receive(update, error)
      }
      return { registration.remove() }
    }
    .ending(withAppOf: self)
  }

  /// The updates of the configuration, by the name that was shipped.
  package var configUpdates: ListenerSequence<RemoteConfigUpdate, any Error> { updates }
}

// MARK: - Storage

extension StorageTask {
  /// The task's progress, until it has ended; the example of the proposal calls it `progress`.
  ///
  /// Each iteration observes on its own, from its first `next()` to its end: progress, success and
  /// failure, with one observer each. Success ends it, after the progress before it; a failure, and
  /// a cancel among them, is thrown. Pausing and resuming the task pass. An iteration that begins
  /// when the task has ended ends or throws at once; since a task that was cancelled tells new
  /// observers nothing, it looks at the task's snapshot too.
  package var progressUpdates: ListenerSequence<StorageTaskSnapshot, any Error> {
    ListenerSequence(adding: [
      .init(adding: { sink in
        self.observing(.progress) { snapshot in sink.send(snapshot) }
      }),
      .init(adding: { sink in self.observing(.success) { _ in sink.finish() } }),
      .init(adding: { sink in
        let removal = self.observing(.failure) { snapshot in sink.fail(snapshot.failure) }
        // Success and failure are told to new observers, a cancel is not. It is looked for when
        // everything is observed, so that none falls between.
        let present = self.snapshot
        if present.isCancelled { sink.fail(present.failure) }
        return removal
      }),
    ])
    .ending(withAppOf: snapshot.reference.storage)
  }

  private func observing(
    _ status: StorageTaskStatus, _ handler: @escaping (StorageTaskSnapshot) -> Void
  ) -> ListenerRemoval {
    guard let task = self as? StorageObservableTask else {
      preconditionFailure("\(type(of: self)) is a task that can't be observed")
    }
    let handle = task.observe(status, handler: handler)
    return { task.removeObserver(withHandle: handle) }
  }
}

extension StorageTaskSnapshot {
  /// The error with which the task ended.
  fileprivate var failure: any Error { error ?? StorageError(.unknown) }

  /// Whether the task was cancelled by the app.
  fileprivate var isCancelled: Bool { (error as? StorageError)?.code == .cancelled }
}
