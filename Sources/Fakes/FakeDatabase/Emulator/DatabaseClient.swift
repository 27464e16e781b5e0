import FakeCore
import SluiceSimulation
import SluiceSpies
import Synchronization

/// One client of an emulator: its engine, driven by events on the virtual clock.
///
/// The engine's steps are events on the client's worker queue, callbacks are events on the main
/// queue, as in the SDK. The engine is stepped inside the lock; what it wants done is done outside.
final class DatabaseClient: Sendable {
  /// Who is told what the engine has for a listener.
  struct Receiver: Sendable {
    let observer: DatabaseObserver
    let database: Database
  }

  /// A transaction's block and completion, with what they need.
  struct TransactionCall: Sendable {
    let request: DatabaseTransactionRequest
    /// Whose it is: the app's to keep, for as long as it wants to hear of it.
    weak let database: Database?
  }

  /// How long a single read waits for a connection.
  static let readTimeout = Duration.seconds(3)

  /// Who is told what a single read finds.
  struct Reader: Sendable {
    let completion: DatabaseReading
    let query: QuerySpecification
    let database: Database
  }

  struct State: Sendable {
    var engine = ClientEngine()
    var childKeys: ChildKeys
    var receivers: [RegistrationID: Receiver] = [:]
    var completions: [RequestID: DatabaseCompletion] = [:]
    var readers: [RequestID: Reader] = [:]
    var transactions: [TransactionID: TransactionCall] = [:]
    /// The number of the last request or transaction.
    var lastNumber = 0
    var network = DatabaseNetwork.reachable
    /// Counts connections, so that what belongs to an earlier one is dropped.
    var connection = 0
    /// Counts the listens of each query, so that an answer to an earlier one is dropped.
    var listens: [QuerySpecification: Int] = [:]
    /// What the server sends.
    var arrivals = ArrivalOrder()
    /// The writes that the server gets.
    var departures = ArrivalOrder()

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  let id: DatabaseClientID
  let name: String
  let emulator: DatabaseEmulator
  let worker: CallbackQueue
  let callbacks: CallbackQueue
  let state: Mutex<State>
  let membership = AppMembership()
  let credentials: UserCredentials

  init(id: DatabaseClientID, name: String, emulator: DatabaseEmulator) {
    credentials = UserCredentials(of: membership)
    self.id = id
    self.name = name
    self.emulator = emulator
    state = Mutex(State(childKeys: ChildKeys(client: id)))
    worker = CallbackQueue(.generic, in: emulator.simulation)
    callbacks = CallbackQueue(.main, in: emulator.simulation)
  }

  /// Steps the engine, then does what it wants.
  func step(_ body: (inout State) -> Void) {
    let effects = state.withLock { state in
      body(&state)
      return state.engine.takeEffects()
    }
    for effect in effects { carryOut(effect) }
  }

  /// The server's time in milliseconds since the Unix epoch, as the client knows it.
  var milliseconds: Int64 {
    emulator.clientMilliseconds + state.withLock { $0.engine.info.clockOffset }
  }

  /// Has something happen on the worker queue.
  func onWorker(
    _ what: String, after delay: Duration = .zero, _ action: @escaping () -> Void
  ) {
    worker.asyncAfter(delay, "\(name).\(what)", action)
  }

  private func carryOut(_ effect: ClientEffect) {
    switch effect {
    case .raise(let event): raise(event)
    case .cancel(let id, let error): cancel(id, error)
    case .send(let request): send(request)
    case .connect: connect()
    case .disconnect: disconnect()
    case .awaitConnection(let id):
      onWorker("read-timeout", after: Self.readTimeout) { [self] in
        step { $0.engine.readTimedOut(id) }
      }
    case .answer(let id, let answer): self.answer(id, answer)
    case .complete(let id, let error): complete(id, error)
    case .decide(let id, let node): decide(id, node)
    case .conclude(let id, let outcome): conclude(id, outcome)
    }
  }
}

// MARK: - Callbacks

extension DatabaseClient {
  /// Sends an event on its way to a listener; from here on no remove holds it up.
  private func raise(_ event: DataEvent) {
    guard let receiver = state.withLock({ $0.receivers[event.registration] }) else { return }
    let (observer, database) = (receiver.observer, receiver.database)
    let news = {
      let snapshot = DataSnapshot(
        event.node, of: DatabaseReference(event.path, of: database),
        by: event.key == nil ? event.query.index : .priority, sentinel: database.elementSentinel)
      return DatabaseNews.event(
        observer.type, snapshot, previousSiblingKey: event.previousKey?.text)
    }
    switch observer.target {
    case .listener(let listener, _):
      guard let held = listener.current else { return }
      callbacks.async("\(name).deliver") { listener.tell(news(), through: held) }
    case .single(let single):
      callbacks.async("\(name).deliver") { [self] in
        guard let callback = single.take() else { return }
        detach(observer, of: database)
        callback.callback(news())
      }
    }
  }

  /// Tells a listener that it hears nothing any more, if it wants to know, and lets go of it.
  private func cancel(_ id: RegistrationID, _ error: DatabaseError) {
    guard let receiver = state.withLock({ $0.receivers.removeValue(forKey: id) }) else { return }
    let database = receiver.database
    switch receiver.observer.target {
    case .listener(let listener, hearsOfCancel: true):
      guard let held = listener.current else { return }
      callbacks.async("\(name).deliver") {
        listener.tell(.cancelled(error), through: held)
      }
      database.listeners.end(listener)
    case .listener(let listener, hearsOfCancel: false): database.listeners.end(listener)
    case .single(let single):
      callbacks.async("\(name).deliver") { single.take()?.callback(.cancelled(error)) }
    }
  }

  private func complete(_ id: RequestID, _ error: DatabaseError?) {
    guard let completion = state.withLock({ $0.completions.removeValue(forKey: id) }) else {
      return
    }
    callbacks.async("\(name).complete") { completion.callback(error) }
  }

  private func answer(_ id: RequestID, _ answer: Result<TreeNode, DatabaseReadError>) {
    guard let reader = state.withLock({ $0.readers.removeValue(forKey: id) }) else { return }
    callbacks.async("\(name).complete") {
      let answer: Result<DataSnapshot, any Error> =
        switch answer {
        case .success(let node):
          .success(
            DataSnapshot(
              node, of: DatabaseReference(reader.query.path, of: reader.database),
              by: reader.query.index))
        case .failure(let error): .failure(error)
        }
      reader.completion.callback(answer)
    }
  }

  /// Asks a transaction's block, here on the worker queue, as the SDK does.
  private func decide(_ id: TransactionID, _ node: TreeNode) {
    guard let call = state.withLock({ $0.transactions[id] }) else { return }
    let data = MutableData(node, at: call.request.path)
    let decision = call.request.block.callback(data).data?.node
    let milliseconds = milliseconds
    step { $0.engine.decided(id, decision, milliseconds: milliseconds) }
  }

  private func conclude(_ id: TransactionID, _ outcome: TransactionOutcome) {
    guard let call = state.withLock({ $0.transactions.removeValue(forKey: id) }),
      let completion = call.request.completion
    else { return }
    callbacks.async("\(name).complete") {
      let reference = call.database.map { DatabaseReference(call.request.path, of: $0) }
      let snapshot = outcome.node.flatMap { node in
        reference.map { reference in DataSnapshot(node, of: reference, by: .priority) }
      }
      completion.callback(outcome.error, outcome.isCommitted, snapshot)
    }
  }
}

extension DatabaseClient: DatabaseBackend {
  func attach(_ observer: DatabaseObserver, of database: Database) {
    let id = observer.registration
    onWorker("add") { [self] in
      step { state in
        state.receivers[id] = Receiver(observer: observer, database: database)
        state.engine.listen(id, to: observer.query, observer.type.kind)
      }
    }
  }

  func detach(_ observer: DatabaseObserver, of database: Database) {
    let id = observer.registration
    onWorker("remove") { [self] in
      step { state in
        state.receivers[id] = nil
        state.engine.stopListening(id, to: observer.query)
      }
      if case .listener(let listener, _) = observer.target { database.listeners.end(listener) }
    }
  }

  func keepSynced(_ query: QuerySpecification, _ isKept: Bool) {
    onWorker("keep") { [self] in step { $0.engine.keepSynced(query, isKept) } }
  }

  func read(_ query: QuerySpecification, of database: Database, completion: DatabaseReading) {
    onWorker("get") { [self] in
      step { state in
        let id = state.nextNumber()
        state.readers[id] = Reader(completion: completion, query: query, database: database)
        state.engine.read(query, id)
      }
    }
  }

  func write(_ write: DatabaseWrite, completion: DatabaseCompletion?) {
    onWorker("set") { [self] in
      let milliseconds = milliseconds
      step { state in
        let id = state.nextNumber()
        state.completions[id] = completion
        state.engine.write(write, id, milliseconds: milliseconds)
      }
    }
  }

  func runTransaction(_ request: DatabaseTransactionRequest, of database: Database) {
    onWorker("transaction") { [self] in
      step { state in
        let id = state.nextNumber()
        state.transactions[id] = TransactionCall(request: request, database: database)
        state.engine.begin(id, at: request.path, showsLocalEvents: request.showsLocalEvents)
      }
    }
  }

  func writeOnDisconnect(_ write: DatabaseWrite, completion: DatabaseCompletion?) {
    deferWrite(.write(write), completion)
  }

  func cancelOnDisconnect(_ path: TreePath, completion: DatabaseCompletion?) {
    deferWrite(.forget(path), completion)
  }

  private func deferWrite(
    _ kind: ClientEngine.DeferredRequest.Kind, _ completion: DatabaseCompletion?
  ) {
    onWorker("defer") { [self] in
      step { state in
        let id = state.nextNumber()
        state.completions[id] = completion
        state.engine.deferWrite(ClientEngine.DeferredRequest(id: id, kind: kind))
      }
    }
  }

  func setOnline(_ isOnline: Bool) {
    onWorker("network") { [self] in
      let milliseconds = milliseconds
      step { state in
        state.engine.isOnline = isOnline
        if isOnline {
          state.engine.connectIfNeeded()
        } else {
          state.engine.disconnected(milliseconds: milliseconds)
        }
      }
    }
  }

  func terminate() {
    credentials.stop()
    setOnline(false)
  }

  func purgeWrites() {
    onWorker("purge") { [self] in step { $0.engine.purgeWrites() } }
  }

  func makeChildKey() -> ChildKey {
    let milliseconds = milliseconds
    return state.withLock { $0.childKeys.next(at: milliseconds) }
  }
}

extension DatabaseObserver {
  /// Its number in the client's engine.
  fileprivate var registration: RegistrationID { RegistrationID(handle) }
}

extension DataEventType {
  fileprivate var kind: EventKind {
    switch self {
    case .childAdded: .childAdded
    case .childRemoved: .childRemoved
    case .childChanged: .childChanged
    case .childMoved: .childMoved
    case .value: .value
    }
  }
}
