import SluiceSimulation
import SluiceSpies
import Synchronization

/// The listeners of a script.
final class DatabaseScriptBackend: DatabaseBackend {
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

  func purgeWrites() {}

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
