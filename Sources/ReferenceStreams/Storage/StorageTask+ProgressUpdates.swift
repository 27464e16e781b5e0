public import FakeStorage

extension StorageTask {
  /// The task's progress, until it has ended.
  ///
  /// Each iteration observes on its own, from its first `next()` to its end: progress, success and
  /// failure, with one observer each. Success ends it, after the progress before it; a failure, and
  /// a cancel among them, is thrown. Pausing and resuming the task pass. An iteration that begins
  /// when the task has ended ends or throws at once; since a task that was cancelled tells new
  /// observers nothing, it looks at the task's snapshot too.
  public var progressUpdates: ListenerSequence<StorageTaskSnapshot, any Error> {
    progressSequence
  }

  /// The sequence under a name of its own, for whoever has another stream of the public name.
  package var progressSequence: ListenerSequence<StorageTaskSnapshot, any Error> {
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
