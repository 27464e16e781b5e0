import SluiceSimulation
import SluiceSpies
import Synchronization

/// The observers of one task, by what they observe, and their handles.
///
/// A remove takes effect for what is fired later; what is queued already still comes. Removing all
/// of them at the end of the task is the source's own doing and no call of remove: whoever added
/// one has its remove still to make, which then finds nothing.
final class TaskObservers: Sendable {
  typealias Registry = ListenerRegistry<StorageTaskSnapshot>

  private struct State {
    var observers: [String: (status: StorageTaskStatus, listener: Registry.Listener)] = [:]
    /// Who was told how the task ended.
    var informed: Set<RegistrationID> = []
  }

  private let spy: Spy
  private let isOver: @Sendable () -> Bool
  /// One registry for each status, in the order of the statuses.
  private let registries: [Registry]
  private let state = Mutex(State())

  /// The observers of a task that nobody observes.
  ///
  /// - Parameters:
  ///   - queue: Where queued callbacks run.
  ///   - spy: What records.
  ///   - behavior: How registrations are treated throughout.
  ///   - isOver: Whether the storage's app is deleted.
  init(
    queue: CallbackQueue, spy: Spy, behavior: RegistrationBehavior,
    isOver: @escaping @Sendable () -> Bool
  ) {
    self.spy = spy
    self.isOver = isOver
    registries = StorageTaskStatus.allCases.map { status in
      Registry("storage.deliver", queue: queue, spy: spy, behavior: behavior, isOver: isOver) {
        snapshot in status.payload(snapshot)
      }
    }
  }

  /// Adds an observer, and tells it what the task already is, if it is that.
  ///
  /// - Parameters:
  ///   - status: What is observed.
  ///   - present: The snapshot to tell at once; nil for none. It is asked once the observer is
  ///     stored, so that nothing falls between.
  ///   - handler: The observer.
  /// - Returns: The handle by which it is removed.
  func add(
    _ status: StorageTaskStatus, present: () -> StorageTaskSnapshot?,
    _ handler: @escaping (StorageTaskSnapshot) -> Void
  ) -> String {
    let listener = registries[status.rawValue].add(
      options: status.projected,
      greet: { listener in
        state.withLock { $0.observers[Self.handle(of: listener)] = (status, listener) }
        if let snapshot = present() { tell(snapshot, .late(), to: listener) }
      }, handler)
    return Self.handle(of: listener)
  }

  private static func handle(of listener: Registry.Listener) -> String {
    "observer-\(listener.registration.id.number)"
  }

  /// Removes the observer of a handle; an unknown handle is recorded and otherwise ignored.
  func remove(_ handle: String) {
    guard let (status, listener) = state.withLock({ $0.observers[handle] }) else {
      return spy.removeUnmatched(.string(handle))
    }
    registries[status.rawValue].remove(listener)
  }

  /// Removes every observer of a status, each recorded as a remove of its own.
  func removeAll(_ status: StorageTaskStatus) {
    let registry = registries[status.rawValue]
    for listener in registry.listeners { registry.remove(listener) }
  }

  /// Fires a snapshot for those who observe its status.
  ///
  /// - Parameters:
  ///   - snapshot: What they are told.
  ///   - newestFirst: Whether those who came last are told first.
  func fire(_ snapshot: StorageTaskSnapshot, newestFirst: Bool) {
    let listeners = registries[snapshot.status.rawValue].listeners
    for listener in newestFirst ? listeners.reversed() : listeners {
      tell(snapshot, .late(), to: listener)
    }
  }

  /// Hands a snapshot to those who observe its status, as a script says, and as often.
  func play(_ snapshot: StorageTaskSnapshot, _ delivery: CallbackDelivery) {
    registries[snapshot.status.rawValue].deliver(snapshot, delivery)
  }

  /// Lets go of every observer, as the source does when its task has ended.
  func end() {
    for registry in registries {
      for listener in registry.listeners { registry.end(listener) }
    }
  }

  /// Lets go of every observer because the app is deleted; those that the end of their task has let
  /// go of before, and nobody has removed, are told of as well.
  func close() {
    let kept = Set(registries.flatMap { $0.listeners.map { listener in listener.registration.id } })
    let ended = state.withLock { state in state.observers.values.map { $0.listener.registration } }
    for registry in registries { registry.close() }
    for registration in ended.sorted(by: { left, right in left.id < right.id })
    where registration.isActive && !kept.contains(registration.id) { registration.closedByApp() }
  }

  /// Tells one observer, of the end once.
  private func tell(
    _ snapshot: StorageTaskSnapshot, _ delivery: CallbackDelivery, to listener: Registry.Listener
  ) {
    guard !isOver() else { return }
    if snapshot.status == .success || snapshot.status == .failure {
      let isNew = state.withLock { $0.informed.insert(listener.registration.id).inserted }
      guard isNew else { return }
    }
    registries[snapshot.status.rawValue].deliver(snapshot, delivery, to: listener)
  }
}

extension StorageTaskStatus {
  /// What a callback for this status is to a stream: a value, an end, an error, or nothing.
  fileprivate func payload(_ snapshot: StorageTaskSnapshot) -> Event.Payload {
    switch self {
    case .progress: .value(snapshot.projected)
    case .success: .finish
    case .failure: .failure(Failure(snapshot.error ?? StorageError(.unknown)))
    case .unknown, .resume, .pause: .nothing
    }
  }
}
