import FakeCore
import SluiceSimulation
import SluiceSpies
import Synchronization

/// One client of an emulator: its engine, driven by events on the virtual clock.
///
/// The engine's steps are events on the client's worker queue, callbacks are events on the main
/// queue, as in the SDK. The engine is stepped inside the lock; what it wants done is done outside.
final class FirestoreClient: Sendable {
  /// Who is told what the engine has for a listener.
  enum Receiver: Sendable {
    case listener(FirestoreListener)
    case fetch(CallbackBox<(Result<SnapshotState, FirestoreErrorCode>) -> Void>, FirestoreSource)
  }

  struct State: Sendable {
    var engine = ClientEngine()
    var documentIDs: DocumentIDs
    var receivers: [ListenerID: Receiver] = [:]
    /// Whether its app is deleted: nothing happens any more.
    var isTerminated = false
    /// The number of single reads so far.
    var fetches = 0
    /// When the cache on disk is looked over.
    var collections = CollectionSchedule()
    var completions: [BatchID: WriteCompletion] = [:]
    var network = FirestoreNetwork.reachable
    /// Counts connections, so that what belongs to an earlier one is dropped.
    var connection = 0
    /// Counts the times when writes under way were lost.
    var writing = 0
    var batchesUnderWay: Set<BatchID> = []
    /// Counts the wake-ups, so that one that is not needed any more does nothing.
    var offlineTimer = 0
    /// Counts the times when an idle connection was to be given up.
    var idleTimer = 0
    /// How long to wait before writes are sent again.
    var backoff = Backoff()
    /// Whether that wait is on, in which nothing is sent.
    var isBackingOff = false
    /// Counts the listens of each target, so that an answer to an earlier one is dropped.
    var listens: [TargetID: Int] = [:]
    /// The stream of snapshots.
    var snapshots = ArrivalOrder()
    /// The answers to writes.
    var answers = ArrivalOrder()
  }

  static let offlineTimeout = Duration.seconds(10)
  static let idleTimeout = Duration.seconds(60)

  let id: ClientID
  let name: String
  let emulator: FirestoreEmulator
  let worker: CallbackQueue
  let callbacks: CallbackQueue
  let state: Mutex<State>
  let membership = AppMembership()
  let credentials: UserCredentials

  init(id: ClientID, name: String, emulator: FirestoreEmulator) {
    credentials = UserCredentials(of: membership)
    self.id = id
    self.name = name
    self.emulator = emulator
    state = Mutex(State(documentIDs: DocumentIDs(client: id)))
    worker = CallbackQueue(.generic, in: emulator.simulation)
    callbacks = CallbackQueue(.main, in: emulator.simulation)
  }

  /// Steps the engine, then does what it wants.
  func step(_ body: (inout State) -> Void) {
    let effects = state.withLock { state in
      guard !state.isTerminated else { return [ClientEffect]() }
      state.collectGarbage(at: emulator.simulation.instantOfCall)
      body(&state)
      return state.engine.takeEffects()
    }
    for effect in effects {
      carryOut(effect)
    }
  }

  /// Lets go of whoever waits for something, and of the connection, for good.
  ///
  /// Whose write or single read is not answered hears nothing any more, as the SDK says of it:
  /// `FIRFirestore.h`, `terminateWithCompletion:`.
  func terminate() {
    let (receivers, completions) = state.withLock { state in
      defer {
        state.isTerminated = true
        state.receivers = [:]
        state.completions = [:]
      }
      return (state.receivers, state.completions)
    }
    for (_, receiver) in receivers.sorted(by: { left, right in left.key < right.key }) {
      if case .listener(let listener) = receiver { listener.close() }
    }
    // What they capture ends outside the lock.
    withExtendedLifetime(completions) {}
    credentials.stop()
    disconnect()
  }

  /// Has something happen on the worker queue.
  func onWorker(
    _ what: String, after delay: Duration = .zero, _ action: @escaping () -> Void
  ) {
    worker.asyncAfter(delay, "\(name).\(what)", action)
  }

  private func carryOut(_ effect: ClientEffect) {
    switch effect {
    case .deliver(let listener, let snapshot): deliver(snapshot, to: listener)
    case .fail(let listener, let error): fail(listener, error)
    case .complete(let batch, let error): complete(batch, error)
    case .connect: connect()
    case .disconnect: disconnect()
    case .startOfflineTimer: startOfflineTimer()
    case .stopOfflineTimer: state.withLock { $0.offlineTimer += 1 }
    case .startIdleTimer: startIdleTimer()
    case .stopIdleTimer: state.withLock { $0.idleTimer += 1 }
    case .listen(let target, let shape, let resume): listen(target, shape, resume)
    case .unlisten(let target): unlisten(target)
    case .write(let batch): send(batch)
    case .retryWrites(let isOverburdened): retryWrites(isOverburdened)
    }
  }
}

// MARK: - Callbacks

extension FirestoreClient {
  private func deliver(_ snapshot: ViewSnapshot, to id: ListenerID) {
    switch state.withLock({ $0.receivers[id] }) {
    case .listener(let listener):
      callbacks.async("\(name).deliver") { listener.tell(.snapshot(.view(snapshot))) }
    case .fetch(let completion, let source):
      stopListening(id)
      answer(completion, snapshot.answer(from: source))
    case nil: break
    }
  }

  private func fail(_ id: ListenerID, _ error: FirestoreErrorCode) {
    switch state.withLock({ $0.receivers.removeValue(forKey: id) }) {
    case .listener(let listener):
      callbacks.async("\(name).deliver") {
        listener.tell(.failure(error))
        listener.end()
      }
    case .fetch(let completion, _): answer(completion, .failure(error))
    case nil: break
    }
  }

  private func complete(_ batch: BatchID, _ error: FirestoreErrorCode?) {
    let completion = state.withLock { state in
      state.batchesUnderWay.remove(batch)
      state.backoff.reset()
      return state.completions.removeValue(forKey: batch)
    }
    guard let completion else { return }
    callbacks.async("\(name).complete") { completion.callback(error) }
  }

  func answer(
    _ completion: CallbackBox<(Result<SnapshotState, FirestoreErrorCode>) -> Void>,
    _ result: Result<SnapshotState, FirestoreErrorCode>
  ) {
    callbacks.async("\(name).complete") { completion.callback(result) }
  }

  /// Ends a listener of the engine, in an event of its own.
  func stopListening(_ id: ListenerID) {
    state.withLock { _ = $0.receivers.removeValue(forKey: id) }
    onWorker("remove") { [self] in step { $0.engine.stopListening(id) } }
  }
}

extension ViewSnapshot {
  /// What a single read makes of the first snapshot that it gets.
  fileprivate func answer(
    from source: FirestoreSource
  ) -> Result<SnapshotState, FirestoreErrorCode> {
    let isKnown = shape.document == nil || !documents.isEmpty
    if isFromCache, source == .server || !isKnown {
      return .failure(FirestoreErrorCode(.unavailable))
    }
    return .success(.view(self))
  }
}

extension FirestoreClient: FirestoreBackend {
  func attach(_ listener: FirestoreListener) {
    let id = listener.registration.id.number
    state.withLock { $0.receivers[id] = .listener(listener) }
    onWorker("add") { [self] in
      step { $0.engine.listen(id, to: listener.shape, options: listener.options.gate) }
    }
  }

  func detach(_ listener: FirestoreListener) {
    stopListening(listener.registration.id.number)
  }

  func write(_ mutations: [Mutation], completion: WriteCompletion?) {
    let time = emulator.time
    onWorker("set") { [self] in
      step { state in
        let batch = state.engine.write(mutations, at: time)
        state.completions[batch] = completion
      }
    }
  }

  func fetch(
    _ query: Query, from source: FirestoreSource,
    _ completion: CallbackBox<(Result<SnapshotState, FirestoreErrorCode>) -> Void>
  ) {
    let shape = query.shape
    onWorker("get") { [self] in
      if source == .cache {
        let now = emulator.simulation.instantOfCall
        let cached = state.withLock { state in
          state.collectGarbage(at: now)
          return state.engine.cachedAnswer(to: shape)
        }
        answer(completion, cached.map(SnapshotState.view))
        return
      }
      let options = GateOptions(includesMetadataChanges: true, waitsForServer: true)
      step { state in
        let id = state.add(completion, source)
        state.engine.listen(id, to: shape, options: options)
      }
    }
  }

  func setNetworkEnabled(_ isEnabled: Bool, completion: WriteCompletion?) {
    onWorker("network") { [self] in
      step { state in
        if isEnabled {
          state.engine.enableNetwork()
        } else {
          state.engine.disableNetwork()
          state.loseWrites()
        }
      }
      guard let completion else { return }
      callbacks.async("\(name).complete") { completion.callback(nil) }
    }
  }

  func makeDocumentID() -> String { state.withLock { $0.documentIDs.next() } }

  func setCache(_ collection: CacheCollection) {
    state.withLock { $0.engine = ClientEngine(store: LocalStore(collection: collection)) }
  }
}

extension FirestoreClient.State {
  /// Has the cache looked over as often as is due.
  mutating func collectGarbage(at now: Instant) {
    collections.advance(to: now) { engine.collectGarbage() }
  }

  /// Takes in a single read, which listens under a negative number: registrations have the others.
  mutating func add(
    _ completion: CallbackBox<(Result<SnapshotState, FirestoreErrorCode>) -> Void>,
    _ source: FirestoreSource
  ) -> ListenerID {
    fetches += 1
    receivers[-fetches] = .fetch(completion, source)
    return -fetches
  }

  /// Forgets that writes are under way, and waits no more to send them again: that will come with
  /// the next connection.
  mutating func loseWrites() {
    dropWrites()
    isBackingOff = false
    backoff.reset()
  }

  /// Forgets that writes are under way: their answers will be dropped.
  mutating func dropWrites() {
    writing += 1
    batchesUnderWay = []
  }
}
