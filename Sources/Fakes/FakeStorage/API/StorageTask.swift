import FakeCore
import SluiceSimulation
import SluiceSpies
import Synchronization

/// A transfer to or from a place, which can be asked how far it is.
///
/// Fault model: that of the script or emulator behind it. It never ends twice. Source:
/// `FirebaseStorage/Sources/StorageTask.swift`.
public class StorageTask: @unchecked Sendable {
  // Sendable: every stored property is an immutable reference to a Sendable type or a Mutex. The
  // compiler checks that of final classes alone, and the vendor's tasks are subclasses.

  let reference: StorageReference
  let observers: TaskObservers
  let driver: any TaskDriver
  private let state: Mutex<TransferState>
  private let completion: Mutex<TransferCompletion?>
  private let owner: Sentinel

  init(_ setup: TaskSetup) {
    let storage = setup.reference.storage
    reference = setup.reference
    observers = TaskObservers(
      queue: storage.callbacks, spy: storage.spy, behavior: storage.behavior,
      isOver: { [membership = storage.membership] in membership.isOver })
    driver = setup.driver
    state = Mutex(setup.state)
    completion = Mutex(setup.completion)
    owner = Sentinel(.owner, log: storage.spy.log)
    storage.add(self)
  }

  /// The task as it is now, whether anybody was told or not.
  public var snapshot: StorageTaskSnapshot {
    StorageTaskSnapshot(state.withLock { $0.facts($0.status) }, task: self)
  }

  /// A snapshot to hand to observers, which shows whether anybody keeps it.
  func makeSnapshot(_ facts: TransferFacts) -> StorageTaskSnapshot {
    let spy = reference.storage.spy
    return StorageTaskSnapshot(
      facts, task: self, sentinel: Sentinel(.element(spy.callbackCount + 1), log: spy.log))
  }

  /// The snapshot that a new observer of a status is told at once; nil for none.
  func present(_ status: StorageTaskStatus) -> StorageTaskSnapshot? {
    let facts = state.withLock { $0.replays(status) ? $0.facts(status) : nil }
    return facts.map(makeSnapshot)
  }

  /// Looks at the state or takes a step that nobody is told of.
  func withState<Success: Sendable>(_ body: (inout TransferState) -> Success) -> Success {
    state.withLock { body(&$0) }
  }

  /// Takes a step, tells the observers of it, and lets go of them where it was the last.
  ///
  /// - Returns: Whether anything came of the step.
  @discardableResult
  func change(_ step: (inout TransferState) -> [TransferFacts]) -> Bool {
    guard !reference.storage.membership.isOver else { return false }
    let (facts, isOver) = state.withLock { state in
      let facts = step(&state)
      return (facts, state.isOver)
    }
    for fact in facts {
      observers.fire(
        makeSnapshot(fact), newestFirst: reference.storage.tellsNewestObserverFirst)
    }
    if isOver, !facts.isEmpty { observers.end() }
    return !facts.isEmpty
  }

  /// What is called at the end, taken out so that it is called once.
  func takeCompletion() -> TransferCompletion? {
    completion.withLock { completion in
      defer { completion = nil }
      return completion
    }
  }
}

/// What an app can do to a running transfer.
///
/// Source: `FirebaseStorage/Sources/StorageTask.swift`.
public protocol StorageTaskManagement {
  /// Starts the transfer, once; the reference that makes a task has done so.
  func enqueue()
  /// Has the transfer stand still until it is resumed.
  func pause()
  /// Ends the transfer as a failure, `StorageErrorCode.cancelled`.
  func cancel()
  /// Has the transfer go on from where it stood still.
  func resume()
}

/// A task that can be observed.
///
/// Observing tells at once what the task already is, if it is that: paused, running (resume and
/// progress), succeeded or failed, but not cancelled; everything is told by the callback queue. At
/// the end the observers of success or failure are told, those of progress once more before that
/// unless the task was cancelled, and then all are removed. Removing an observer does not take back
/// what is queued for it. The order in which the observers of one status are told is not specified.
/// Source: `FirebaseStorage/Sources/StorageObservableTask.swift`.
public class StorageObservableTask: StorageTask, @unchecked Sendable {
  // Sendable: it adds no stored property to a class for which that is shown.

  /// Observes the task for a status.
  ///
  /// - Parameters:
  ///   - status: What the observer wants to be told of; nobody is ever told of `unknown`.
  ///   - handler: Called on the callback queue with a snapshot each time.
  /// - Returns: The handle by which the observer is removed from this task.
  @discardableResult
  public func observe(
    _ status: StorageTaskStatus, handler: @escaping (StorageTaskSnapshot) -> Void
  ) -> String {
    observers.add(status, present: { present(status) }, handler)
  }

  /// Removes one observer; a handle that this task does not know does nothing.
  public func removeObserver(withHandle handle: String) {
    observers.remove(handle)
  }

  /// Removes every observer of a status, whoever added it.
  public func removeAllObservers(for status: StorageTaskStatus) {
    observers.removeAll(status)
  }

  /// Removes every observer, whoever added it.
  public func removeAllObservers() {
    for status in StorageTaskStatus.allCases { observers.removeAll(status) }
  }
}

/// A transfer to the server, which pauses at once.
///
/// Source: `FirebaseStorage/Sources/StorageUploadTask.swift`.
public final class StorageUploadTask: StorageObservableTask, @unchecked Sendable {
  // Sendable: it adds no stored property to a class for which that is shown.
}

extension StorageUploadTask: StorageTaskManagement {
  /// Starts the upload, once.
  public func enqueue() { driver.enqueue(self) }

  /// Has the upload stand still until it is resumed.
  public func pause() { driver.pause(self) }

  /// Ends the upload as a failure; one that has ended stays as it is.
  public func cancel() { driver.cancel(self) }

  /// Has the upload go on from where it stood still.
  public func resume() { driver.resume(self) }
}

/// A transfer from the server, which pauses when its resume data is there.
///
/// Source: `FirebaseStorage/Sources/StorageDownloadTask.swift`.
public final class StorageDownloadTask: StorageObservableTask, @unchecked Sendable {
  // Sendable: it adds no stored property to a class for which that is shown.
}

extension StorageDownloadTask: StorageTaskManagement {
  /// Starts the download, once.
  public func enqueue() { driver.enqueue(self) }

  /// Has the download stand still, as soon as there is what it can be resumed from.
  public func pause() { driver.pause(self) }

  /// Ends the download as a failure; one that has ended stays as it is.
  public func cancel() { driver.cancel(self) }

  /// Has the download go on from where it stood still.
  public func resume() { driver.resume(self) }
}

/// What a task is made of.
struct TaskSetup {
  var reference: StorageReference
  var driver: any TaskDriver
  var state: TransferState
  var completion: TransferCompletion?
}
