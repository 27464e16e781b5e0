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
      queue: storage.callbackQueue, spy: storage.spy, behavior: storage.behavior)
    driver = setup.driver
    state = Mutex(setup.state)
    completion = Mutex(setup.completion)
    owner = Sentinel(.owner, log: storage.spy.log)
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

/// What a task is made of.
struct TaskSetup {
  var reference: StorageReference
  var driver: any TaskDriver
  var state: TransferState
  var completion: TransferCompletion?
}
