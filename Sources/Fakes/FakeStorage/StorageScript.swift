public import SluiceSimulation
public import SluiceSpies

/// A storage whose tasks' observers are handed exactly what a script says.
///
/// Fault model. It can be told to call back inside add, inside remove and after remove; to go on
/// after the end; to say progress that goes backwards. It never calls an observer that was not
/// added, replays nothing to a new one, removes nobody at an end, and has no state of its own but
/// what it said last, which is what `task.snapshot` tells. Starting, pausing, resuming and
/// cancelling a task does nothing. Source: `FirebaseStorage/Sources/StorageObservableTask.swift`.
public final class StorageScript: Sendable {
  /// The storage whose tasks are observed.
  public let storage: Storage

  /// A script without tasks.
  ///
  /// - Parameters:
  ///   - simulation: Where queued callbacks are events, named `storage.deliver`.
  ///   - spy: What records each add, each remove and each callback.
  ///   - behavior: How observers are treated throughout.
  public init(
    in simulation: Simulation, spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior()
  ) {
    storage = Storage(
      backend: ScriptBackend(), simulation: simulation, spy: spy, behavior: behavior)
  }

  /// Hands the observers of a task its progress.
  ///
  /// - Parameters:
  ///   - completed: The bytes that went over.
  ///   - total: The bytes in all; negative for unknown.
  ///   - task: The task.
  ///   - delivery: When the observers are called.
  public func sendProgress(
    _ completed: Int64, of total: Int64, to task: StorageTask,
    _ delivery: CallbackDelivery = .direct
  ) {
    var facts = task.withState { $0.facts(.progress) }
    facts.completedBytes = completed
    facts.totalBytes = total
    facts.error = nil
    say(facts, to: task, delivery)
  }

  /// Tells the observers of a task of a status for which a snapshot says nothing more.
  ///
  /// - Parameters:
  ///   - status: Pause, resume or success.
  ///   - task: The task.
  ///   - delivery: When the observers are called.
  public func send(
    _ status: StorageTaskStatus, to task: StorageTask, _ delivery: CallbackDelivery = .direct
  ) {
    var facts = task.withState { $0.facts(status) }
    facts.error = nil
    say(facts, to: task, delivery)
  }

  /// Hands the observers of a task's failure an error.
  ///
  /// - Parameters:
  ///   - error: The error, handed over unchanged.
  ///   - task: The task.
  ///   - delivery: When the observers are called.
  public func fail(
    _ error: StorageError, to task: StorageTask, _ delivery: CallbackDelivery = .direct
  ) {
    var facts = task.withState { $0.facts(.failure) }
    facts.error = error
    say(facts, to: task, delivery)
  }

  /// The present state is what is said, from now on even where the callback is on its way.
  private func say(_ facts: TransferFacts, to task: StorageTask, _ delivery: CallbackDelivery) {
    task.withState { $0.become(facts) }
    task.observers.play(task.makeSnapshot(facts), delivery)
  }
}

/// What stands behind the tasks of a script: nothing.
private struct ScriptBackend: StorageBackend, TaskDriver {
  func makeDriver(
    of request: TransferRequest, at reference: StorageReference
  ) -> any TaskDriver {
    self
  }

  func stopTransfers(of storage: Storage) {}

  func enqueue(_ task: StorageTask) {}
  func pause(_ task: StorageTask) {}
  func resume(_ task: StorageTask) {}
  func cancel(_ task: StorageTask) {}
}
