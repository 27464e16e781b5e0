public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A database whose listeners are handed exactly what a script says.
///
/// Fault model. It can be told to call back inside add, inside remove and after remove; to say
/// events that contradict each other, in any order; to go on after a cancel. It never calls a
/// listener that was not added, nor one with an event of another kind than it listens to, and has
/// no data of its own. Single reads, writes and transactions are not for it: they end as
/// unavailable. It has no connection and no cache, so that `goOffline()`, `goOnline()`,
/// `keepSynced(_:)` and `purgeOutstandingWrites()` change nothing. Source:
/// `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRDatabaseQuery.h`.
public final class DatabaseScript: Sendable {
  /// The database to listen to.
  public let database: Database
  private let backend: DatabaseScriptBackend

  /// A script without listeners.
  ///
  /// - Parameters:
  ///   - simulation: Where queued callbacks are events, named `database.deliver`.
  ///   - spy: What records each add, each remove and each callback.
  ///   - behavior: How listeners are treated throughout.
  public init(
    in simulation: Simulation, spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior()
  ) {
    let callbacks = CallbackQueue(.main, in: simulation)
    backend = DatabaseScriptBackend(callbacks: callbacks)
    database = Database(
      backend: backend, spy: spy, callbacks: callbacks, label: "database.deliver",
      behavior: behavior)
  }

  /// The number of listeners that were added and not removed.
  public var listenerCount: Int { backend.observers.count }

  /// Hands the listeners for values some data, whatever they listen to.
  ///
  /// - Parameters:
  ///   - value: The data, as a caller writes them; what can't be stored stops the process.
  ///   - delivery: When the listeners are called.
  public func send(_ value: Any?, _ delivery: CallbackDelivery = .direct) {
    let node = stoppingOnMisuse { () throws(DatabaseUsageError) in
      try TreeNode(DatabaseValue(any: value))
    }
    send(node, delivery)
  }

  /// Hands the listeners for one kind of events of children an event.
  ///
  /// - Parameters:
  ///   - type: The kind; not `value`.
  ///   - key: The child's key.
  ///   - value: Its data, as a caller writes them; what can't be stored stops the process.
  ///   - previousSiblingKey: The key of the sibling before it; nil: it is the first, or gone.
  ///   - delivery: When the listeners are called.
  public func send(
    _ type: DataEventType, key: String, value: Any?, previousSiblingKey: String? = nil,
    _ delivery: CallbackDelivery = .direct
  ) {
    precondition(type != .value, "an event of a child is not of the kind value")
    let child = stoppingOnMisuse { () throws(DatabaseUsageError) in
      NamedNode(ChildKey(key), try TreeNode(DatabaseValue(any: value)))
    }
    send(type, child, previousSiblingKey: previousSiblingKey, delivery)
  }

  /// Calls every listener's cancel block; those without one hear nothing.
  ///
  /// Whether the script calls again after it is up to the scenario.
  ///
  /// - Parameters:
  ///   - error: The error, handed over unchanged.
  ///   - delivery: When the listeners are called.
  public func fail(_ error: any Error, _ delivery: CallbackDelivery = .direct) {
    for observer in backend.observers { tell(.cancelled(error), observer, delivery) }
  }
}

extension DatabaseScript {
  /// Hands the listeners for values a node.
  package func send(_ node: TreeNode, _ delivery: CallbackDelivery = .direct) {
    for observer in backend.observers where observer.type == .value {
      let snapshot = snapshot(node, at: observer.query.path, by: observer.query.index)
      tell(.event(.value, snapshot, previousSiblingKey: nil), observer, delivery)
    }
  }

  /// Hands the listeners for one kind of events of children an event.
  package func send(
    _ type: DataEventType, _ child: NamedNode, previousSiblingKey: String?,
    _ delivery: CallbackDelivery = .direct
  ) {
    for observer in backend.observers where observer.type == type {
      let snapshot = snapshot(
        child.node, at: observer.query.path.appending(child.key), by: .priority)
      tell(
        .event(type, snapshot, previousSiblingKey: previousSiblingKey), observer, delivery)
    }
  }

  private func snapshot(
    _ node: TreeNode, at path: TreePath, by index: SortIndex
  ) -> DataSnapshot {
    DataSnapshot(
      node, of: DatabaseReference(path, of: database), by: index,
      sentinel: database.elementSentinel)
  }

  private func tell(
    _ news: DatabaseNews, _ observer: DatabaseObserver, _ delivery: CallbackDelivery
  ) {
    switch (observer.target, news) {
    case (.listener(_, hearsOfCancel: false), .cancelled): break
    case (.listener(let listener, _), _):
      database.listeners.deliver(news, delivery, to: listener)
    case (.single(let event), _):
      backend.detach(observer, of: database)
      event.take()?.callback(news)
    }
  }
}

/// The listeners of a script.
private final class DatabaseScriptBackend: DatabaseBackend {
  private struct State {
    var observers: [DatabaseObserver] = []
    var childKeys = ChildKeys(client: 0)
  }

  private static let refusal = DatabaseError(.unavailable)
  private let callbacks: CallbackQueue
  private let state = Mutex(State())

  init(callbacks: CallbackQueue) {
    self.callbacks = callbacks
  }

  var observers: [DatabaseObserver] { state.withLock { $0.observers } }

  func attach(_ observer: DatabaseObserver, of database: Database) {
    state.withLock { $0.observers.append(observer) }
  }

  func detach(_ observer: DatabaseObserver, of database: Database) {
    state.withLock { state in state.observers.removeAll { $0 === observer } }
    if case .listener(let listener, _) = observer.target { database.listeners.end(listener) }
  }

  func makeChildKey() -> ChildKey { state.withLock { $0.childKeys.next(at: 0) } }
}

// MARK: - What a script does not do

extension DatabaseScriptBackend {
  func keepSynced(_ query: QuerySpecification, _ isKept: Bool) {}

  func setOnline(_ isOnline: Bool) {}

  func terminate() {}

  func purgeWrites() {}

  func read(_ query: QuerySpecification, of database: Database, completion: DatabaseReading) {
    callbacks.async("database.complete") { completion.callback(.failure(Self.refusal)) }
  }

  func write(_ write: DatabaseWrite, completion: DatabaseCompletion?) { refuse(completion) }

  func writeOnDisconnect(_ write: DatabaseWrite, completion: DatabaseCompletion?) {
    refuse(completion)
  }

  func cancelOnDisconnect(_ path: TreePath, completion: DatabaseCompletion?) {
    refuse(completion)
  }

  func runTransaction(_ request: DatabaseTransactionRequest, of database: Database) {
    guard let completion = request.completion else { return }
    callbacks.async("database.complete") { completion.callback(Self.refusal, false, nil) }
  }

  private func refuse(_ completion: DatabaseCompletion?) {
    guard let completion else { return }
    callbacks.async("database.complete") { completion.callback(Self.refusal) }
  }
}
