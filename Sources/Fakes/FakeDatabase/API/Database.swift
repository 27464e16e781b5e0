public import FakeCore
import SluiceSimulation
import SluiceSpies
import Synchronization

/// One client's database, in the shape of the vendor's SDK, with a fake behind it.
///
/// Not modelled, and refused with a sentence: URLs of places, databases below the root of a URL,
/// persistence, settings, `Codable` values, awaited single events.
///
/// Fault model. What stands behind it decides: a `DatabaseScript` hands listeners exactly what it
/// is told to, a `DatabaseEmulator` does real operations on state. Its behaviour can be told to
/// trap on a second remove and to keep the closures of removed listeners. It never loses or repeats
/// an add or a remove, and does nothing by chance. Below `/.info` a client has `connected` and
/// `serverTimeOffset`, and refuses listeners of other places there. Sources:
/// `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRDatabase.h`,
/// `FirebaseDatabase/Sources/Api/FIRDatabaseQuery.m`.
public final class Database: Sendable {
  private struct State: Sendable {
    var lastHandle: DatabaseHandle = 0
    /// The listeners that were not removed, in the order of their adds.
    var observers: [DatabaseObserver] = []
    /// Those that were, so that a second remove is seen to be one.
    var removed: [DatabaseHandle: DatabaseObserver] = [:]
    /// Those for one event that have not had it.
    var singles: [DatabaseObserver] = []
  }

  /// What says which app the database belongs to.
  public let membership: AppMembership
  let backend: any DatabaseBackend
  let spy: Spy
  let listeners: ListenerRegistry<DatabaseNews>
  private let behavior: RegistrationBehavior
  private let owner: Sentinel
  private let state = Mutex(State())

  init(
    backend: any DatabaseBackend, spy: Spy, callbacks: CallbackQueue, label: String,
    behavior: RegistrationBehavior, membership: AppMembership = AppMembership()
  ) {
    self.membership = membership
    self.backend = backend
    self.spy = spy
    self.behavior = behavior
    listeners = ListenerRegistry(
      label, queue: callbacks, spy: spy, behavior: behavior,
      isOver: { [membership] in membership.isOver }, payload: { news in news.payload })
    owner = Sentinel(.owner, log: spy.log)
  }

  /// The root of the tree.
  public func reference() -> DatabaseReference {
    DatabaseReference(.root, of: self)
  }

  /// The place at a path; one with a character that keys can't have stops the process, as in the
  /// SDK.
  public func reference(withPath path: String) -> DatabaseReference {
    stoppingOnMisuse { () throws(DatabaseUsageError) in
      DatabaseReference(try TreePath(parsing: path), of: self)
    }
  }

  /// Takes the connection from the client until `goOnline()`; what it writes meanwhile waits.
  public func goOffline() {
    backend.setOnline(false)
  }

  /// Lets the client connect again.
  public func goOnline() {
    backend.setOnline(true)
  }

  /// Gives up all writes that the server has not answered: they are reverted, and fail with code 3.
  public func purgeOutstandingWrites() {
    backend.purgeWrites()
  }

  /// The number of listeners that were added through this object and not removed.
  public var listenerCount: Int { spy.active.count }

  /// What shows whether anybody keeps the snapshot that is about to be handed over.
  var elementSentinel: Sentinel {
    Sentinel(.element(spy.callbackCount + 1), log: spy.log)
  }
}

// MARK: - Listeners

extension Database {
  /// Adds a listener.
  ///
  /// The call returns before the client knows of it: adds and removes are worked off one by one on
  /// a queue of their own.
  func observe(
    _ type: DataEventType, of query: QuerySpecification,
    _ callback: @escaping (DataSnapshot, String?) -> Void, cancel: (((any Error) -> Void))?
  ) -> DatabaseHandle {
    stoppingOnMisuse { () throws(DatabaseUsageError) in try query.path.checkForListening() }
    let handle = state.withLock { state in
      state.lastHandle += 1
      return state.lastHandle
    }
    _ = listeners.add(
      options: query.parameters.projected,
      greet: { listener in
        let observer = DatabaseObserver(
          handle: handle, type: type, query: query,
          target: .listener(listener, hearsOfCancel: cancel != nil))
        state.withLock { $0.observers.append(observer) }
        if !membership.isOver { backend.attach(observer, of: self) }
      },
      { news in
        switch news {
        case .event(_, let snapshot, let previousKey): callback(snapshot, previousKey)
        case .cancelled(let error): cancel?(error)
        }
      })
    return handle
  }

  /// Removes the listener with a handle, if it listens to what the query names: a plain reference
  /// names all queries of its place, a query itself alone.
  func removeObserver(withHandle handle: DatabaseHandle, from query: QuerySpecification) {
    let candidates = state.withLock { state in
      state.observers.filter { $0.handle == handle } + [state.removed[handle]].compactMap { $0 }
    }
    guard let observer = candidates.first(where: { query.names($0.query) }) else {
      spy.removeUnmatched(.integer(Int64(handle)))
      return
    }
    remove(observer)
  }

  /// Removes all listeners that listen to what the query names, those for one event too.
  func removeAllObservers(from query: QuerySpecification) {
    for observer in state.withLock({ $0.observers }) where query.names(observer.query) {
      remove(observer)
    }
    let singles = state.withLock { state in
      let leaving = state.singles.filter { query.names($0.query) }
      state.singles.removeAll { query.names($0.query) }
      return leaving
    }
    for observer in singles { backend.detach(observer, of: self) }
  }

  private func remove(_ observer: DatabaseObserver) {
    guard case .listener(let listener, _) = observer.target else { return }
    listener.registration.remove { isFirst in
      precondition(
        isFirst || !behavior.trapsOnSecondRemove,
        "listener #\(listener.registration.id.number) was removed before")
      guard isFirst else { return }
      state.withLock { state in
        state.observers.removeAll { $0 === observer }
        state.removed[observer.handle] = observer
      }
      backend.detach(observer, of: self)
    }
  }

  /// Adds a listener that is removed at its first event, and returns its handle.
  @discardableResult
  func observeOnce(
    _ type: DataEventType, of query: QuerySpecification,
    _ callback: @escaping (DataSnapshot, String?) -> Void, cancel: (((any Error) -> Void))?
  ) -> DatabaseHandle {
    stoppingOnMisuse { () throws(DatabaseUsageError) in try query.path.checkForListening() }
    let handle = state.withLock { state in
      state.lastHandle += 1
      return state.lastHandle
    }
    let box = SingleEvent.Callback { [weak self] news in
      self?.state.withLock { $0.singles.removeAll { $0.handle == handle } }
      switch news {
      case .event(_, let snapshot, let previousKey): callback(snapshot, previousKey)
      case .cancelled(let error): cancel?(error)
      }
    }
    let observer = DatabaseObserver(
      handle: handle, type: type, query: query, target: .single(SingleEvent(box)))
    guard !membership.isOver else { return handle }
    state.withLock { $0.singles.append(observer) }
    backend.attach(observer, of: self)
    return handle
  }

  /// Removes a listener that has still to hear its one event.
  private func removeSingle(_ handle: DatabaseHandle) {
    let leaving = state.withLock { state in
      defer { state.singles.removeAll { $0.handle == handle } }
      return state.singles.first { $0.handle == handle }
    }
    if let leaving { backend.detach(leaving, of: self) }
  }

  /// Lets go of all listeners, those for one event too, because the app is deleted.
  func closeListeners() {
    let (observers, singles) = state.withLock { state in
      defer { state.singles = [] }
      return (state.observers, state.singles)
    }
    listeners.close()
    for observer in observers + singles { backend.detach(observer, of: self) }
    for observer in singles {
      if case .single(let event) = observer.target { _ = event.take() }
    }
  }
}

extension QuerySpecification {
  /// Whether removing from this query means a listener of the other one.
  fileprivate func names(_ other: QuerySpecification) -> Bool {
    path == other.path && (isDefault || parameters == other.parameters)
  }
}

/// What a scenario has a client do; where the public calls stop the process, the caller has checked
/// before.
extension Database {
  /// A query.
  package func query(_ specification: QuerySpecification) -> DatabaseQuery {
    DatabaseQuery(specification, of: self)
  }

  /// Listens to one event, and returns what gives that up.
  package func listenOnce(
    _ type: DataEventType, to query: QuerySpecification,
    _ callback: @escaping (DataSnapshot, String?) -> Void,
    cancel: @escaping (any Error) -> Void
  ) -> @Sendable () -> Void {
    let handle = observeOnce(type, of: query, callback, cancel: cancel)
    return { [weak self] in self?.removeSingle(handle) }
  }

  /// Writes, and tells the end.
  package func write(
    _ write: DatabaseWrite, completion: @escaping ((any Error)?) -> Void
  ) {
    backend.write(write, completion: CallbackBox(completion))
  }

  /// Has the server write at the end of the connection, and tells when that is noted.
  package func writeOnDisconnect(
    _ write: DatabaseWrite, completion: @escaping ((any Error)?) -> Void
  ) {
    backend.writeOnDisconnect(write, completion: CallbackBox(completion))
  }
}

extension DatabaseReference {
  /// Writes what a function makes of the present data, nothing where it makes nothing.
  package func transact(
    showingLocalEvents: Bool, _ decide: @escaping (TreeNode) -> TreeNode?,
    completion: @escaping ((any Error)?, Bool, DataSnapshot?) -> Void
  ) {
    runTransactionBlock(
      { data in
        guard let node = decide(data.node) else { return .abort() }
        data.node = node
        return .success(withValue: data)
      }, andCompletionBlock: completion, withLocalEvents: showingLocalEvents)
  }
}
